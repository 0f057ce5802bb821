package org.sing.platform;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the build has put on disk, and the JVM that runs it. */
public record Installation(Path root, boolean packaged) {

    public static Installation packaged(Path root) {
        return new Installation(root.toAbsolutePath().normalize(), true);
    }

    /** The classes of a build that has not reached its packaging: how tests find the platform. */
    public static Installation compiled(Path root) {
        return new Installation(root.toAbsolutePath().normalize(), false);
    }

    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    public Path archive(String name) {
        return root.resolve("platform/target/dist").resolve(name);
    }

    public Path agentJar() {
        return root.resolve("services/node-agent/target/node-agent.jar");
    }

    public Path serviceJar(String service) {
        var module = service.equals("gateway") ? "api-gateway" : "services/" + service;
        return root.resolve(module).resolve("target/quarkus-app/quarkus-run.jar");
    }

    String classPath() {
        var lib = root.resolve("platform/target/lib") + "/*";
        return (packaged
                        ? List.of(root.resolve("platform/target/platform.jar").toString(), lib)
                        : List.of(
                                root.resolve("platform/target/classes").toString(),
                                root.resolve("schemas/target/classes").toString(),
                                lib))
                .stream().collect(Collectors.joining(":"));
    }

    /** A JVM of ours: small, quick to start. */
    public List<String> javaCommand(List<String> flags, String mainClass, String... arguments) {
        var command = new ArrayList<String>();
        command.add(java().toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), mainClass));
        command.addAll(List.of(arguments));
        return command;
    }

    public boolean has(Path file) {
        return Files.isReadable(file);
    }
}
