package org.sing.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sing.e2e.Api;
import org.sing.schemas.Json;

/** The running system, seen from outside: its address, its tokens, what its processes used. */
final class Campus {
    private static final double TICKS_PER_MILLI = 100 / 1000.0;
    private final Path sing;
    private final JsonNode status;

    Campus(Path sing) throws IOException, InterruptedException {
        this.sing = sing;
        this.status = Json.mapper().readTree(run("status", "--json"));
    }

    URI api() {
        return URI.create(status.path("api").asText() + "/");
    }

    Api as(String user) throws IOException, InterruptedException {
        return new Api(api(), token(user));
    }

    String token(String user) throws IOException, InterruptedException {
        return run("token", user).strip();
    }

    /** Resident bytes of every part. */
    Map<String, Long> residentBytes() throws IOException, InterruptedException {
        var now = Json.mapper().readTree(run("status", "--json"));
        var bytes = new LinkedHashMap<String, Long>();
        for (var part : now.path("parts"))
            bytes.put(part.path("name").asText(), part.path("rss_bytes").asLong());
        return bytes;
    }

    /** CPU milliseconds that each part and the children it waited for have used since they started. */
    Map<String, Double> cpuMillis() throws IOException {
        var used = new LinkedHashMap<String, Double>();
        for (var part : status.path("parts"))
            if (part.path("pid").asLong() > 0)
                used.put(part.path("name").asText(), tree(part.path("pid").asLong()));
        return used;
    }

    /** How many events the gateway has in its feed: everything that the services and agents said, no commands. */
    long feedPosition() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(api().resolve("me"))
                .header("Authorization", "Bearer " + token("olivia"))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            var headers =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).headers();
            return headers.firstValueAsLong("X-Feed-Position").orElseThrow();
        }
    }

    /** Bytes in the broker's logs of our topics: records, their transactions' markers, and what batches add. */
    long topicBytes() throws IOException {
        var logs = sing.resolveSibling(System.getenv().getOrDefault("SING_STATE", ".sing"))
                .resolve("kafka");
        try (var files = Files.walk(logs)) {
            return files.filter(
                            file -> file.getParent().getFileName().toString().startsWith("sing."))
                    .filter(file -> file.toString().endsWith(".log"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static double tree(long pid) throws IOException {
        double sum = ticks(pid) / TICKS_PER_MILLI;
        for (var child :
                ProcessHandle.of(pid).map(ProcessHandle::children).orElseThrow().toList()) sum += tree(child.pid());
        return sum;
    }

    /** utime + stime + cutime + cstime of {@code /proc/<pid>/stat}, in clock ticks of 10 ms. */
    private static long ticks(long pid) throws IOException {
        var stat = Path.of("/proc", Long.toString(pid), "stat");
        if (!Files.exists(stat)) return 0;
        var text = Files.readString(stat);
        var fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
        long sum = 0;
        for (int i = 11; i <= 14; i++) sum += Long.parseLong(fields[i]);
        return sum;
    }

    private String run(String... arguments) throws IOException, InterruptedException {
        var command = new String[arguments.length + 1];
        command[0] = sing.toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var out = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) throw new IOException(String.join(" ", command) + " failed");
        return out;
    }
}
