package org.sing.platform.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;

/** The identity provider of the test platform, with the demonstration's accounts in it. */
public record TestIdentity(String issuer) {

    private static final Pattern TOKEN = Pattern.compile("\"access_token\"\\s*:\\s*\"([^\"]+)\"");

    /** An access token of alice, bob, olivia or adam. */
    public String token(String user) {
        var form = "grant_type=password&scope=openid&client_id=sing-demo&username=%s&password=%s-demo"
                .formatted(user, user);
        var request = HttpRequest.newBuilder(URI.create(issuer + "/protocol/openid-connect/token"))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        try (var http = HttpClient.newHttpClient()) {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            var token = TOKEN.matcher(answer.body());
            if (!token.find()) {
                throw new IllegalStateException("No token for " + user + ": status " + answer.statusCode());
            }
            return token.group(1);
        } catch (IOException e) {
            throw new IllegalStateException("The identity provider does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
