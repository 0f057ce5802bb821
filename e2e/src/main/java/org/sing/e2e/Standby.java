package org.sing.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

/** A second replica of a service, beside the one that the launcher looks after. */
final class Standby implements AutoCloseable {
    private static final int PORT = 8099;
    private final Running system;
    private final Process process;

    private Standby(Running system, Process process) {
        this.system = system;
        this.process = process;
    }

    static Standby of(Running system, String service) {
        var root = Path.of(System.getProperty("sing.root"));
        var configuration = system.state().resolve("conf").resolve(service + "-standby.properties");
        try {
            var text = Files.readString(system.state().resolve("conf").resolve(service + ".properties"))
                    .replaceAll("(?m)^sing.instance=.*$", "sing.instance=" + service + "-2")
                    .replaceAll("(?m)^quarkus.http.port=.*$", "quarkus.http.port=" + system.port(PORT));
            Files.writeString(configuration, text);
            var jar = root.resolve("services").resolve(service).resolve("target/quarkus-app/quarkus-run.jar");
            var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            var log = system.state()
                    .resolve("logs")
                    .resolve(service + "-standby.log")
                    .toFile();
            return new Standby(
                    system,
                    new ProcessBuilder(
                                    java,
                                    "-Xmx192m",
                                    "-XX:+UseSerialGC",
                                    "-XX:TieredStopAtLevel=1",
                                    "-Dsmallrye.config.locations=" + configuration,
                                    "-jar",
                                    jar.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(log)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It runs; a standby that waits for the lead need not call itself ready. */
    boolean ready() {
        if (!process.isAlive()) throw new IllegalStateException("the standby died");
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + system.port(PORT) + "/q/health/live"))
                .build();
        try {
            return HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
