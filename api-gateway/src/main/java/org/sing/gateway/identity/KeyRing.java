package org.sing.gateway.identity;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;

/**
 * The identity provider's public keys: fetched, kept on disk, and offered to the token check on a port of this process.
 *
 * <p>Because the check asks here and not at the provider, the gateway starts without the provider, goes on while it is
 * away, and a flood of tokens with invented key ids reaches the provider at most once per {@link #PATIENCE}.
 */
@ApplicationScoped
public class KeyRing {
    private static final Logger LOG = Logger.getLogger(KeyRing.class);
    private static final Duration REFRESH = Duration.ofMinutes(5);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final Vertx vertx;
    private final IdentityConfig config;
    private final Clock clock;
    private HttpClient client;
    private HttpServer server;
    private volatile Optional<Keys> keys = Optional.empty();
    private volatile Instant asked = Instant.EPOCH;
    private volatile boolean reachable;
    private volatile boolean stopped;

    /** @param fetched when the provider last confirmed them */
    private record Keys(String json, Instant fetched) {}

    /** What {@code /readyz} says about identity. */
    public record Status(boolean usable, boolean providerReachable, Optional<Instant> fetchedAt) {}

    KeyRing(Vertx vertx, IdentityConfig config, Clock clock) {
        this.vertx = vertx;
        this.config = config;
        this.clock = clock;
    }

    void start(@Observes @Priority(1) StartupEvent event) {
        keys = read(file());
        client = vertx.createHttpClient();
        server = vertx.createHttpServer(
                        new HttpServerOptions().setHost("127.0.0.1").setPort(0))
                .requestHandler(this::answer);
        server.listen().toCompletionStage().toCompletableFuture().join();
        refreshLater(Duration.ZERO);
    }

    void stop(@Observes ShutdownEvent event) {
        stopped = true;
        server.close();
        client.close();
    }

    /** Where the token check finds the keys. */
    String address() {
        return "http://127.0.0.1:" + server.actualPort() + "/";
    }

    public Status status() {
        return new Status(keys.isPresent(), reachable, keys.map(Keys::fetched));
    }

    /** The token check asks when it does not know a key: perhaps the keys were changed. */
    private void answer(HttpServerRequest request) {
        var recent = clock.instant().isBefore(asked.plus(PATIENCE));
        (recent && keys.isPresent() ? Future.succeededFuture() : fetch())
                .onComplete(done -> keys.ifPresentOrElse(
                        known -> request.response()
                                .putHeader("Content-Type", "application/json")
                                .end(known.json),
                        () -> request.response().setStatusCode(503).end()));
    }

    private void refreshLater(Duration delay) {
        vertx.setTimer(Math.max(1, delay.toMillis()), timer -> refresh());
    }

    private void refresh() {
        if (!stopped) fetch().onComplete(done -> refreshLater(reachable ? REFRESH : RETRY));
    }

    private Future<Void> fetch() {
        asked = clock.instant();
        var options = new RequestOptions()
                .setMethod(HttpMethod.GET)
                .setAbsoluteURI(config.keys().toString())
                .setTimeout(TIMEOUT.toMillis());
        return client.request(options)
                .compose(request -> request.send())
                .compose(response -> response.statusCode() == 200
                        ? response.body()
                        : Future.failedFuture("status " + response.statusCode()))
                .map(body -> usable(body.toString()))
                .onSuccess(this::keep)
                .onFailure(this::unreachable)
                .mapEmpty();
    }

    private void keep(String json) {
        if (!reachable) LOG.info("The identity provider's keys are up to date");
        reachable = true;
        var before = keys.map(Keys::json);
        keys = Optional.of(new Keys(json, clock.instant()));
        if (before.filter(json::equals).isEmpty())
            vertx.executeBlocking(() -> write(file(), json))
                    .onFailure(e -> LOG.warnf("The keys could not be kept on disk: %s", e.getMessage()));
    }

    private void unreachable(Throwable cause) {
        if (reachable)
            LOG.warnf("The identity provider does not answer; its keys of before go on: %s", cause.getMessage());
        reachable = false;
    }

    private Path file() {
        return config.cache().resolve("identity-keys.json");
    }

    private static String usable(String json) {
        try {
            if (new JsonWebKeySet(json).getJsonWebKeys().isEmpty()) throw new IllegalArgumentException("no keys");
            return json;
        } catch (JoseException e) {
            throw new IllegalArgumentException("not a key set", e);
        }
    }

    private static Optional<Keys> read(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.of(new Keys(
                            usable(Files.readString(file)),
                            Files.getLastModifiedTime(file).toInstant()))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            LOG.warnf("The keys on disk are of no use: %s", e.getMessage());
            return Optional.empty();
        }
    }

    /** Whole or not at all: a crash must not leave half a file. */
    private static Void write(Path file, String json) throws IOException {
        Files.createDirectories(file.getParent());
        var draft = Files.createTempFile(file.getParent(), "identity-keys", ".tmp");
        Files.writeString(draft, json);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return null;
    }
}
