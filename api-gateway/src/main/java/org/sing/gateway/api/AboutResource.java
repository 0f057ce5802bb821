package org.sing.gateway.api;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.sing.gateway.identity.IdentityConfig;
import org.sing.gateway.identity.KeyRing;
import org.sing.gateway.store.FeedReader;

/** What machines ask before people do: alive, ready, which version, and where to sign in. */
@Path("/")
@PermitAll
class AboutResource {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final FeedReader table;
    private final KeyRing keys;
    private final IdentityConfig identity;
    private final String version;

    AboutResource(
            FeedReader table,
            KeyRing keys,
            IdentityConfig identity,
            @ConfigProperty(name = "quarkus.application.version") String version) {
        this.table = table;
        this.keys = keys;
        this.identity = identity;
        this.version = version;
    }

    record Health(String status) {}

    /** @param keys {@code current}, {@code kept} from an earlier time, or {@code none} */
    record IdentityHealth(String keys, boolean providerReachable, Optional<Instant> fetchedAt) {}

    record Readiness(String status, String database, IdentityHealth identity) {}

    record Version(String version, String api) {}

    record ConsoleConfig(String issuer, String clientId) {}

    @GET
    @Path("/healthz")
    public Health alive() {
        return new Health("up");
    }

    @GET
    @Path("/api/v1/healthz")
    public Health aliveBelowApi() {
        return alive();
    }

    @GET
    @Path("/readyz")
    public Uni<Response> ready() {
        return Edge.uncancelled(table.last()
                .map(position -> "up")
                .ifNoItem()
                .after(PATIENCE)
                .fail()
                .onFailure()
                .recoverWithItem("down")
                .map(this::readiness));
    }

    @GET
    @Path("/api/v1/readyz")
    public Uni<Response> readyBelowApi() {
        return ready();
    }

    @GET
    @Path("/version")
    public Version version() {
        return new Version(version, "v1");
    }

    @GET
    @Path("/api/v1/version")
    public Version versionBelowApi() {
        return version();
    }

    @GET
    @Path("/console-config.json")
    public ConsoleConfig console() {
        return new ConsoleConfig(identity.issuer(), identity.consoleClient());
    }

    /** Kept keys are good enough: the gateway works while the identity provider is away. */
    private Response readiness(String database) {
        var status = keys.status();
        var named = !status.usable() ? "none" : status.providerReachable() ? "current" : "kept";
        var ready = database.equals("up") && status.usable();
        return Response.status(ready ? 200 : 503)
                .entity(new Readiness(
                        ready ? "ready" : "not-ready",
                        database,
                        new IdentityHealth(named, status.providerReachable(), status.fetchedAt())))
                .build();
    }
}
