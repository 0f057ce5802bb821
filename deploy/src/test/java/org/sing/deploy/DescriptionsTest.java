package org.sing.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a careful operator would look for in a description of the system. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DescriptionsTest {

    @Test
    void every_image_has_a_version_and_none_is_the_latest() {
        for (var image : images()) {
            assertTrue(image.contains(":"), image + " has no tag");
            assertFalse(image.endsWith(":latest"), image);
        }
    }

    @Test
    void products_have_the_versions_that_the_build_uses() {
        var images = String.join(" ", images());
        assertTrue(images.contains("apache/kafka:" + property("kafka.version")), images);
        assertTrue(images.contains("keycloak/keycloak:" + property("keycloak.version")), images);
        assertTrue(
                images.contains(
                        "postgres:" + property("postgres.binaries.version").replaceFirst("\\.\\d+$", "")),
                images);
    }

    @Test
    void every_lasting_container_says_how_it_is_healthy_and_what_it_needs() {
        for (var workload : Kubernetes.lasting()) {
            for (var container : Kubernetes.pod(workload).path("containers")) {
                var name = container.path("name").asText();
                assertTrue(container.has("readinessProbe"), name);
                assertTrue(container.has("livenessProbe"), name);
                assertTrue(container.at("/resources/requests/cpu").isTextual(), name);
                assertTrue(container.at("/resources/requests/memory").isTextual(), name);
            }
        }
        for (var service : Compose.document().path("services").properties())
            if (!service.getKey().equals("topics"))
                assertTrue(service.getValue().has("healthcheck"), service.getKey());
    }

    @Test
    void every_service_survives_the_drain_of_a_machine() {
        var guarded = Kubernetes.ofKind("PodDisruptionBudget").stream()
                .map(budget -> budget.at("/spec/selector/matchLabels/app.kubernetes.io~1name")
                        .asText())
                .collect(Collectors.toSet());
        for (var deployment : Kubernetes.ofKind("Deployment"))
            if (deployment.at("/spec/replicas").asInt() > 1)
                assertTrue(guarded.contains(name(deployment)), name(deployment));
        assertFalse(guarded.isEmpty());
    }

    @Test
    void nothing_but_the_agent_may_be_root() {
        for (var workload : Kubernetes.lasting())
            if (!name(workload).equals("agent"))
                assertTrue(
                        Kubernetes.pod(workload)
                                .at("/securityContext/runAsNonRoot")
                                .asBoolean(),
                        name(workload));
    }

    @Test
    void secrets_are_named_and_never_written_down() {
        assertEquals(List.of(), Kubernetes.ofKind("Secret"));
        assertFalse(Kubernetes.kustomization().has("secretGenerator"));
        for (var parts : List.of(Compose.parts(), Kubernetes.parts()))
            for (var part : parts.values())
                part.settings().forEach((setting, value) -> {
                    if (setting.endsWith("PASSWORD"))
                        assertTrue(value.contains("secretKeyRef"), part.name() + " " + setting);
                });
    }

    @Test
    void every_map_of_settings_that_is_used_is_made() {
        var made = Repository.elements(Kubernetes.kustomization().path("configMapGenerator")).stream()
                .map(map -> map.path("name").asText())
                .collect(Collectors.toCollection(TreeSet::new));
        var used = new TreeSet<String>();
        for (var document : Kubernetes.documents()) {
            for (var reference : document.findValues("configMapRef"))
                used.add(reference.path("name").asText());
            for (var reference : document.findValues("configMapKeyRef"))
                used.add(reference.path("name").asText());
            for (var reference : document.findValues("configMap"))
                used.add(reference.path("name").asText());
        }
        assertEquals(made, used);
        for (var map : Kubernetes.kustomization().path("configMapGenerator"))
            for (var file : map.path("files"))
                assertTrue(Files.exists(Repository.ROOT.resolve(Kubernetes.BASE + file.asText())), file.asText());
    }

    @Test
    void every_selector_finds_its_pods() {
        var labels = new ArrayList<JsonNode>();
        for (var workload : Kubernetes.lasting()) labels.add(workload.at("/spec/template/metadata/labels"));
        for (var kind : List.of("Service", "PodDisruptionBudget", "NetworkPolicy"))
            for (var document : Kubernetes.ofKind(kind)) {
                var selector = selector(document);
                assertTrue(labels.stream().anyMatch(pod -> matches(selector, pod)), kind + " " + name(document));
            }
    }

    @Test
    void every_service_port_is_a_port_of_its_container() {
        var parts = Kubernetes.parts();
        for (var service : Kubernetes.ofKind("Service"))
            for (var port : service.at("/spec/ports"))
                assertTrue(
                        parts.get(name(service))
                                .ports()
                                .contains(port.path("port").asInt()),
                        name(service));
    }

    @Test
    void compose_mounts_only_what_is_there_and_declares_what_it_names() {
        var document = Compose.document();
        for (var service : document.path("services")) {
            for (var secret : service.path("secrets"))
                assertTrue(document.path("secrets").has(secret.asText()), secret.asText());
            for (var volume : service.path("volumes")) {
                var source = volume.asText().split(":")[0];
                var exists = source.startsWith(".")
                        ? Files.exists(Repository.ROOT.resolve("compose").resolve(source))
                        : document.path("volumes").has(source);
                assertTrue(exists, source);
            }
            if (service.has("build")) {
                var target = service.at("/build/target").asText();
                assertTrue(Repository.text("compose/Dockerfile").contains(" AS " + target + "\n"), target);
                var module = service.at("/build/args/MODULE").asText("services/node-agent");
                assertTrue(Files.exists(Repository.ROOT.resolve(module)), module);
            }
        }
    }

    @Test
    void the_doors_listen_on_this_machine_only() {
        var published = new ArrayList<String>();
        for (var service : Compose.document().path("services"))
            service.path("ports").forEach(port -> published.add(port.asText()));
        assertEquals(List.of("127.0.0.1:8180:8180", "127.0.0.1:8080:8080"), published);
    }

    private static Set<String> images() {
        var images = new TreeSet<String>();
        for (var service : Compose.document().path("services"))
            images.add(service.path("image").asText());
        for (var document : Kubernetes.documents())
            document.findValuesAsText("image").forEach(images::add);
        Pattern.compile("^FROM (\\S+)", Pattern.MULTILINE)
                .matcher(Repository.text("compose/Dockerfile"))
                .results()
                .forEach(from -> images.add(from.group(1)));
        return images;
    }

    private static String property(String name) {
        var matcher = Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<").matcher(Repository.text("pom.xml"));
        assertTrue(matcher.find(), name);
        return matcher.group(1);
    }

    private static JsonNode selector(JsonNode document) {
        return switch (document.path("kind").asText()) {
            case "Service" -> document.at("/spec/selector");
            case "PodDisruptionBudget" -> document.at("/spec/selector/matchLabels");
            default -> document.at("/spec/podSelector/matchLabels");
        };
    }

    private static boolean matches(JsonNode selector, JsonNode labels) {
        return selector.properties().stream()
                .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()));
    }

    private static String name(JsonNode document) {
        return document.at("/metadata/name").asText();
    }
}
