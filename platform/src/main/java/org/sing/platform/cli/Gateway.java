package org.sing.platform.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.sing.platform.Trouble;

/** The REST interface as one person uses it. */
final class Gateway {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http;
    private final String api;
    private final String token;

    Gateway(HttpClient http, String api, String token) {
        this.http = http;
        this.api = api;
        this.token = token;
    }

    JsonNode get(String path) {
        return json(send(request(path).timeout(PATIENCE).GET()));
    }

    /** Empty when there is no such thing, or not yet. */
    Optional<JsonNode> find(String path) {
        var answer = send(request(path).timeout(PATIENCE).GET());
        return answer.statusCode() == 404 ? Optional.empty() : Optional.of(json(answer));
    }

    JsonNode post(String path, String contentType, String body, Map<String, String> headers) {
        var request = request(path)
                .timeout(PATIENCE)
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return json(send(request));
    }

    /** An answer that is read as it comes. */
    InputStream stream(String path) {
        try {
            var answer = http.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
            if (answer.statusCode() != 200) {
                throw new Trouble(
                        "The gateway answered " + answer.statusCode() + " to " + path + ".", "See ./sing logs gateway");
            }
            return answer.body();
        } catch (IOException e) {
            throw unreachable();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(api + path)).header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw unreachable();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static JsonNode json(HttpResponse<String> answer) {
        try {
            var body = JSON.readTree(answer.body());
            if (answer.statusCode() >= 300) {
                var reason = body.path("detail").asText(body.path("title").asText("no reason given"));
                throw new Trouble(
                        "The gateway answered %d: %s".formatted(answer.statusCode(), reason),
                        "See ./sing logs gateway");
            }
            return body;
        } catch (IOException notJson) {
            throw new Trouble(
                    "The gateway answered %d, but not in JSON.".formatted(answer.statusCode()),
                    "See ./sing logs gateway");
        }
    }

    private static Trouble unreachable() {
        return new Trouble("The gateway does not answer.", "See ./sing status");
    }

    private static Trouble interrupted() {
        Thread.currentThread().interrupt();
        return new Trouble("Interrupted.", "The system goes on; see ./sing status");
    }
}
