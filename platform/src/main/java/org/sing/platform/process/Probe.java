package org.sing.platform.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Short questions over HTTP to a part on this machine. */
public final class Probe {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private Probe() {}

    public static boolean answers(int port, String path) {
        return status(port, path) == 200;
    }

    /** The body of an answer with status 200. */
    public static Optional<String> body(int port, String path) {
        try {
            var connection = open(port, path);
            try {
                if (connection.getResponseCode() != 200) {
                    return Optional.empty();
                }
                try (var in = connection.getInputStream()) {
                    return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            } finally {
                connection.disconnect();
            }
        } catch (IOException noAnswer) {
            return Optional.empty();
        }
    }

    private static int status(int port, String path) {
        try {
            var connection = open(port, path);
            try {
                return connection.getResponseCode();
            } finally {
                connection.disconnect();
            }
        } catch (IOException noAnswer) {
            return -1;
        }
    }

    private static HttpURLConnection open(int port, String path) throws IOException {
        var url = URI.create("http://127.0.0.1:" + port + path).toURL();
        var connection = (HttpURLConnection) url.openConnection();
        connection.setConnectTimeout((int) PATIENCE.toMillis());
        connection.setReadTimeout((int) PATIENCE.toMillis());
        connection.setInstanceFollowRedirects(false);
        return connection;
    }
}
