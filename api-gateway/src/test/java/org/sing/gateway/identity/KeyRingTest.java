package org.sing.gateway.identity;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyRingTest {
    /** A number of 2048 bits; nobody ever checks a signature with it. */
    private static final String MODULUS = "s".repeat(341) + "w";

    private static final String KEYS =
            "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"k1\",\"n\":\"" + MODULUS + "\",\"e\":\"AQAB\"}]}";

    @TempDir
    Path cache;

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void keys_that_were_fetched_once_serve_a_gateway_that_starts_while_the_provider_is_away() throws Exception {
        var provider = provider();
        var first = ring(provider.getAddress().getPort());
        await().until(() -> Files.exists(cache.resolve("identity-keys.json")));
        first.stop(new ShutdownEvent());
        provider.stop(0);

        var second = ring(provider.getAddress().getPort());
        assertTrue(second.status().usable());
        assertFalse(second.status().providerReachable());
        assertEquals(KEYS, get(second.address()));
        second.stop(new ShutdownEvent());
    }

    @Test
    void without_a_provider_and_without_kept_keys_nobody_can_be_identified() throws Exception {
        var ring = ring(freePort());
        assertFalse(ring.status().usable());
        assertEquals("", get(ring.address()));
        ring.stop(new ShutdownEvent());
    }

    @Test
    void the_gateway_is_ready_as_soon_as_it_has_keys_and_stays_so_while_the_provider_is_away() throws Exception {
        var port = freePort();
        var ring = ring(port);
        var readiness = new IdentityReadiness(ring);
        assertEquals(Status.DOWN, readiness.call().getStatus());

        var provider = provider(port);
        await().until(() -> readiness.call().getStatus() == Status.UP);
        await("they are kept on disk, too").until(() -> Files.exists(cache.resolve("identity-keys.json")));
        ring.stop(new ShutdownEvent());
        provider.stop(0);

        var restarted = ring(port);
        assertEquals(Status.UP, new IdentityReadiness(restarted).call().getStatus());
        restarted.stop(new ShutdownEvent());
    }

    @Test
    void a_file_that_is_no_key_set_is_not_believed() throws Exception {
        Files.writeString(cache.resolve("identity-keys.json"), "{\"keys\":[");
        var ring = ring(freePort());
        assertFalse(ring.status().usable());
        ring.stop(new ShutdownEvent());
    }

    @Test
    void a_flood_of_unknown_key_ids_reaches_the_provider_once() throws Exception {
        var provider = provider();
        var ring = ring(provider.getAddress().getPort());
        await().until(() -> ring.status().usable());
        for (var i = 0; i < 50; i++) assertEquals(KEYS, get(ring.address()));
        assertEquals(1, asked.get());
        ring.stop(new ShutdownEvent());
        provider.stop(0);
    }

    private KeyRing ring(int port) {
        var issuer = "http://127.0.0.1:" + port + "/realms/campus";
        var config = new IdentityConfig(issuer, URI.create(issuer + "/certs"), cache, "console");
        var ring = new KeyRing(vertx, config, Clock.systemUTC());
        ring.start(new StartupEvent());
        return ring;
    }

    private HttpServer provider() throws IOException {
        return provider(0);
    }

    private HttpServer provider(int port) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/realms/campus/certs", exchange -> {
            asked.incrementAndGet();
            var body = KEYS.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String get(String address) throws IOException, InterruptedException {
        try (var http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
