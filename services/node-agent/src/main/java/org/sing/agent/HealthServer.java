package org.sing.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/** Health and metrics, on this machine only. */
final class HealthServer implements AutoCloseable {
    private static final long STALLED_MILLIS = 10_000;

    private final HttpServer server;
    private final Gauges gauges;
    private final LongSupplier millis;

    HealthServer(int port, Gauges gauges, LongSupplier millis) throws IOException {
        this.gauges = gauges;
        this.millis = millis;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 16);
        server.createContext("/health", this::health);
        server.createContext("/metrics", exchange -> answer(exchange, 200, "text/plain; version=0.0.4", gauges.text()));
        server.start();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void health(HttpExchange exchange) throws IOException {
        var up = millis.getAsLong() - gauges.lastRoundMillis() < STALLED_MILLIS;
        var body = "{\"status\":\"" + (up ? "UP" : "DOWN") + "\",\"registered\":" + gauges.registered() + "}\n";
        answer(exchange, up ? 200 : 503, "application/json", body);
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
