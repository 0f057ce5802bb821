package org.sing.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.sing.schemas.Json;

/** A dashboard's view: the live event stream, each event with the moment at which it was seen. */
final class EventStream implements AutoCloseable {
    private final Stream<String> lines;
    private volatile boolean closed;

    /** @param seen called with the envelope and {@link System#nanoTime()} on a thread of its own */
    EventStream(URI api, String token, BiConsumer<JsonNode, Long> seen) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(api.resolve("events/stream"))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "text/event-stream")
                .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
        if (response.statusCode() != 200) throw new IOException("events/stream answered " + response.statusCode());
        lines = response.body();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                lines.filter(line -> line.startsWith("data:")).forEach(line -> tell(line, seen));
            } catch (UncheckedIOException e) {
                if (!closed) throw e;
            }
        });
    }

    private static void tell(String line, BiConsumer<JsonNode, Long> seen) {
        var at = System.nanoTime();
        var data = Json.read(line.substring(5).strip(), JsonNode.class);
        seen.accept(data.has("event") ? data.path("event") : data, at);
    }

    @Override
    public void close() {
        closed = true;
        lines.close();
    }
}
