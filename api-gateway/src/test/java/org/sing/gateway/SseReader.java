package org.sing.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.restassured.RestAssured;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.Json;

/** Reads server-sent events as a browser does. */
final class SseReader implements AutoCloseable {
    private final HttpClient http;
    private final BufferedReader lines;

    /** An event that carries data; comments are passed over. */
    record Event(long id, String type, JsonNode data) {
        String subject() {
            return data.get("subject").asText();
        }

        long sequence() {
            return data.get("sequence").asLong();
        }
    }

    private SseReader(HttpClient http, BufferedReader lines) {
        this.http = http;
        this.lines = lines;
    }

    static SseReader open(Person person, Optional<Long> lastEventId) throws IOException, InterruptedException {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        var request = HttpRequest.newBuilder(
                        URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/api/v1/events/stream"))
                .header("Authorization", "Bearer " + person.token())
                .header("Accept", "text/event-stream");
        lastEventId.ifPresent(id -> request.header("Last-Event-ID", Long.toString(id)));
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) throw new IOException("status " + answer.statusCode());
        var type = answer.headers().firstValue("Content-Type").orElse("");
        if (!type.startsWith("text/event-stream")) throw new IOException("type " + type);
        return new SseReader(http, new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
    }

    /** The next events; waits for them. */
    List<Event> take(int count) throws IOException {
        var events = new ArrayList<Event>();
        var id = "";
        var type = "";
        var data = "";
        while (events.size() < count) {
            var line = lines.readLine();
            if (line == null) throw new IOException("the stream ended after " + events);
            if (line.startsWith("id:")) id = line.substring(3).strip();
            else if (line.startsWith("event:")) type = line.substring(6).strip();
            else if (line.startsWith("data:")) data += line.substring(5).strip();
            else if (line.isEmpty()) {
                if (!data.isEmpty()) events.add(new Event(Long.parseLong(id), type, Json.read(data, JsonNode.class)));
                type = "";
                data = "";
            }
        }
        return events;
    }

    @Override
    public void close() throws IOException {
        lines.close();
        http.shutdownNow(); // closes the connection: the gateway must see that the reader left
    }
}
