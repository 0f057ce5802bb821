package org.sing.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.sing.schemas.Json;

/** The REST interface as a researcher's script uses it: a token, JSON in, JSON out. */
public final class Api {
    private final HttpClient http;
    private final URI base;
    private final String token;

    /** @param base such as {@code http://127.0.0.1:8080/api/v1/}, with the slash at its end */
    public Api(URI base, String token) {
        this.base = base;
        this.token = token;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
    }

    public record Answer(int status, JsonNode body) {
        public boolean accepted() {
            return status == 201 || status == 202;
        }
    }

    public Answer get(String path) throws IOException, InterruptedException {
        return answer(http.send(request(path).GET().build(), BodyHandlers.ofByteArray()));
    }

    /** What is no JSON, such as the output of a job. */
    public String text(String path) throws IOException, InterruptedException {
        return http.send(request(path).GET().build(), BodyHandlers.ofString()).body();
    }

    public Answer post(String path, String key, Object body) throws IOException, InterruptedException {
        return answer(http.send(posting(path, key, body), BodyHandlers.ofByteArray()));
    }

    /** Bytes as they are. */
    Answer put(String path, byte[] bytes) throws IOException, InterruptedException {
        var request = request(path).PUT(HttpRequest.BodyPublishers.ofByteArray(bytes));
        return answer(http.send(request.build(), BodyHandlers.ofByteArray()));
    }

    public CompletableFuture<Answer> postLater(String path, String key, Object body) {
        return http.sendAsync(posting(path, key, body), BodyHandlers.ofByteArray())
                .thenApply(Api::answer);
    }

    private HttpRequest posting(String path, String key, Object body) {
        return request(path)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofByteArray(Json.bytes(body)))
                .build();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(15))
                .header("Authorization", "Bearer " + token);
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        try {
            return new Answer(response.statusCode(), Json.mapper().readTree(response.body()));
        } catch (IOException e) {
            return new Answer(response.statusCode(), Json.mapper().nullNode());
        }
    }
}
