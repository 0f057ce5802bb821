package org.sing.e2e;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** Reads what the services count. */
final class Metrics {
    /** Where the services show their metrics, before the offset. */
    private static final List<Integer> PORTS = List.of(8086, 8081, 8082, 8083, 8084, 8085);

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Metrics() {}

    /** The sum of all samples of a counter over all services that answer. */
    static double sum(Running system, String name) {
        return PORTS.stream().mapToDouble(port -> sum(system.port(port), name)).sum();
    }

    private static double sum(int port, String name) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/q/metrics"))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
