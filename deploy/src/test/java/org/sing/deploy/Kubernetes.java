package org.sing.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The kustomize base in {@code deploy/k8s/base}. */
final class Kubernetes {
    static final String BASE = "deploy/k8s/base/";
    private static final Set<String> LASTING = Set.of("Deployment", "StatefulSet", "DaemonSet");

    private Kubernetes() {}

    static JsonNode kustomization() {
        return Repository.yaml(BASE + "kustomization.yaml").getFirst();
    }

    static List<JsonNode> documents() {
        var documents = new ArrayList<JsonNode>();
        for (var file : kustomization().path("resources")) documents.addAll(Repository.yaml(BASE + file.asText()));
        return documents;
    }

    static List<JsonNode> ofKind(String kind) {
        return documents().stream()
                .filter(document -> document.path("kind").asText().equals(kind))
                .toList();
    }

    static List<JsonNode> lasting() {
        return documents().stream()
                .filter(document -> LASTING.contains(document.path("kind").asText()))
                .toList();
    }

    static JsonNode pod(JsonNode workload) {
        return workload.at("/spec/template/spec");
    }

    static Map<String, Part> parts() {
        var parts = new TreeMap<String, Part>();
        for (var workload : lasting()) {
            var name = workload.at("/metadata/name").asText();
            parts.put(name, part(name, pod(workload).at("/containers/0")));
        }
        return parts;
    }

    private static Part part(String name, JsonNode container) {
        var ports = new TreeSet<Integer>();
        container
                .path("ports")
                .forEach(port -> ports.add(port.path("containerPort").asInt()));
        var settings = new TreeMap<String, String>();
        for (var source : container.path("envFrom"))
            settings.putAll(literals(source.at("/configMapRef/name").asText()));
        container
                .path("env")
                .forEach(variable -> settings.put(
                        variable.path("name").asText(),
                        variable.path("value").asText(variable.path("valueFrom").toString())));
        return new Part(name, ports, container.path("image").asText(), settings);
    }

    private static Map<String, String> literals(String configMap) {
        var settings = new TreeMap<String, String>();
        for (var map : kustomization().path("configMapGenerator"))
            if (map.path("name").asText().equals(configMap))
                map.path("literals").forEach(literal -> {
                    var pair = literal.asText().split("=", 2);
                    settings.put(pair[0], pair[1]);
                });
        return settings;
    }
}
