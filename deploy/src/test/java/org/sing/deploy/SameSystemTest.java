package org.sing.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.schemas.Topics;

/** The launcher, compose and Kubernetes describe one system. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SameSystemTest {
    private static final String TOPICS = Kubernetes.BASE + "topics/topics.txt";

    /** What only files hold that no repository knows. */
    private static final Set<String> SECRET = Set.of("QUARKUS_DATASOURCE_PASSWORD", "KAFKA_SASL_JAAS_CONFIG");
    /** Made by an operator, for one node. */
    private static final Set<String> TOKEN = Set.of("SING_AGENT_JOIN_TOKEN");
    /** A demo has no use for a campus's limits. */
    private static final Set<String> DEMO = Set.of("SING_LIMITS_USER_RUNNING_JOBS", "SING_LIMITS_USER_NODES_PER_JOB");

    @TempDir
    private Path folder;

    private Map<String, Part> launcher;
    private Set<String> services;
    private final Map<String, Part> compose = Compose.parts();
    private final Map<String, Part> kubernetes = Kubernetes.parts();

    @BeforeEach
    void what_the_launcher_starts() {
        launcher = Launcher.parts(folder);
        services = Launcher.services(launcher);
        assertFalse(services.isEmpty());
    }

    @Test
    void the_same_parts_on_the_same_ports() {
        assertEquals(each(launcher, Part::ports), each(compose, Part::ports));
        assertEquals(each(launcher, Part::ports), each(kubernetes, Part::ports));
    }

    @Test
    void the_same_databases() {
        assertEquals(each(launcher, Part::database), each(compose, Part::database));
        assertEquals(each(launcher, Part::database), each(kubernetes, Part::database));
    }

    @Test
    void every_setting_that_the_launcher_gives_a_service() {
        for (var service : services) {
            for (var described : List.of(compose, kubernetes)) {
                var settings = described.get(service).settings();
                assertEquals(
                        Set.of(),
                        without(launcher.get(service).settings().keySet(), settings.keySet(), SECRET, DEMO),
                        service);
                assertEquals("/run/secrets/" + service + ".properties", settings.get("SMALLRYE_CONFIG_LOCATIONS"));
            }
        }
    }

    @Test
    void every_setting_that_the_launcher_gives_the_agent() {
        var wanted = without(launcher.get("agent").settings().keySet(), SECRET, TOKEN);
        assertEquals(Set.of(), without(wanted, variables("compose/agent.properties")));
        assertEquals(Set.of("SING_AGENT_NODE"), without(wanted, variables(Kubernetes.BASE + "agent.properties")));
    }

    @Test
    void what_is_secret_is_made_into_a_file() {
        var script = Repository.text("compose/make-secrets");
        var made = Pattern.compile("'([a-z0-9.-]+)=%s").matcher(script).results();
        assertEquals(
                SECRET, made.map(setting -> Launcher.variable(setting.group(1))).collect(Collectors.toSet()));
    }

    @Test
    void the_same_topics() {
        var catalogue = new TreeMap<String, String>();
        for (var topic : Topics.catalogue()) catalogue.put(topic.name(), line(topic.partitions(), topic.config()));
        var listed = new TreeMap<String, String>();
        Repository.text(TOPICS)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2))
                .forEach(pair -> listed.put(pair[0], pair[1]));
        assertEquals(catalogue, listed);
    }

    @Test
    void the_same_rights_on_the_bus() {
        var contract = new TreeSet<String>();
        for (var topic : Topics.catalogue()) {
            Topics.writers(topic.name()).forEach(writer -> contract.add(writer + " writes " + topic.name()));
            Topics.readers(topic.name()).forEach(reader -> contract.add(reader + " reads " + topic.name()));
        }
        var listed = new TreeSet<String>();
        Repository.text(Kubernetes.BASE + "topics/rights.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .forEach(words -> Arrays.stream(words)
                        .skip(2)
                        .forEach(topic -> listed.add(words[0] + " " + words[1] + " " + topic)));
        assertEquals(contract, listed);
    }

    @Test
    void the_same_images() {
        assertEquals(each(compose, Part::image), each(kubernetes, Part::image));
    }

    @Test
    void scripts_name_every_service() {
        var loop = Pattern.compile("^for service in ([a-z -]+);", Pattern.MULTILINE);
        for (var file : List.of(
                "compose/make-secrets", Kubernetes.BASE + "postgres/create-databases.sh", "deploy/k8s/README.md")) {
            var matcher = loop.matcher(Repository.text(file));
            assertEquals(true, matcher.find(), file);
            assertEquals(services, new TreeSet<>(Arrays.asList(matcher.group(1).split(" "))), file);
        }
        var unit = Repository.text("deploy/systemd/sing@.service")
                .lines()
                .findFirst()
                .orElseThrow();
        var named = Pattern.compile("sing@([a-z-]+)").matcher(unit).results().map(found -> found.group(1));
        assertEquals(services, named.collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void the_realm_of_the_campus_is_the_launchers() {
        assertEquals(
                Repository.text("platform/src/main/identity/campus-realm.json"),
                Repository.text(Kubernetes.BASE + "campus-realm.json"));
    }

    private static String line(int partitions, Map<String, String> settings) {
        var text = new TreeMap<>(settings)
                .entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(" "));
        return partitions + " " + text;
    }

    private static Set<String> variables(String file) {
        return Repository.text(file)
                .lines()
                .filter(line -> line.contains("=") && !line.startsWith("#"))
                .map(line -> Launcher.variable(line.substring(0, line.indexOf('='))))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @SafeVarargs
    private static Set<String> without(Set<String> all, Set<String>... some) {
        var rest = new TreeSet<>(all);
        for (var each : some) rest.removeAll(each);
        return rest;
    }

    private static <T> Map<String, T> each(Map<String, Part> parts, Function<Part, T> view) {
        var seen = new TreeMap<String, T>();
        parts.forEach((name, part) -> seen.put(name, view.apply(part)));
        return seen;
    }
}
