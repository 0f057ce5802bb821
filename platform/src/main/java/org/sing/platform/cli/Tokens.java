package org.sing.platform.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.sing.platform.DemoRealm;
import org.sing.platform.Ports;
import org.sing.platform.Trouble;

/** Access tokens of the demo accounts, for the command line. */
final class Tokens {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final Ports ports;

    Tokens(HttpClient http, Ports ports) {
        this.http = http;
        this.ports = ports;
    }

    String of(String user) {
        var password = DemoRealm.password(user)
                .orElseThrow(() -> new Trouble(
                        "There is no demo account called " + user + ".",
                        "Demo accounts: " + String.join(", ", DemoRealm.users())));
        var form = "grant_type=password&scope=openid&client_id=%s&username=%s&password=%s"
                .formatted(DemoRealm.CLIENT, encode(user), encode(password));
        var request = HttpRequest.newBuilder(
                        URI.create(Addresses.of(ports).identity() + "/protocol/openid-connect/token"))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        try {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            var token = JSON.readTree(answer.body()).path("access_token");
            if (token.isMissingNode()) {
                throw new Trouble(
                        "The identity provider refused a token for " + user + " (status " + answer.statusCode() + ").",
                        "See ./sing logs identity");
            }
            return token.asText();
        } catch (IOException e) {
            throw new Trouble(
                    "The identity provider does not answer on port " + ports.identity() + ".",
                    "Not started? ./sing up. Just started? It takes half a minute: ./sing status");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Trouble("Interrupted.", "Try again.");
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
