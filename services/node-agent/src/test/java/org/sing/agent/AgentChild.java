package org.sing.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;

/** An agent in a JVM of its own, so that it can be killed. */
final class AgentChild implements AutoCloseable {
    private final Path folder;
    private final Path config;
    private Process process;

    AgentChild(Map<String, String> properties) throws IOException {
        this.folder = Path.of(properties.get("sing.agent.state"));
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        this.config = folder.resolve("agent.properties");
        var all = new Properties();
        all.putAll(properties);
        if (isRoot()) all.put("sing.agent.run-as", "65534:65534");
        try (var writer = Files.newBufferedWriter(config)) {
            all.store(writer, null);
        }
    }

    AgentChild start() throws IOException {
        process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "org.sing.agent.Main",
                        "--config",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("agent.log").toFile()))
                .start();
        return this;
    }

    /** kill -9 */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }
}
