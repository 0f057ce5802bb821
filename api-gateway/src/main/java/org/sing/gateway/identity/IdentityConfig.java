package org.sing.gateway.identity;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Whom the gateway believes.
 *
 * @param issuer the realm's address, exactly as tokens name it
 */
public record IdentityConfig(String issuer, URI keys, Path cache, String consoleClient) {
    static final String AUDIENCE = "sing-api";

    /** Makes the configuration from its keys. */
    @ApplicationScoped
    static class Producer {
        @Produces
        @Singleton
        IdentityConfig produce(
                @ConfigProperty(name = "quarkus.oidc.auth-server-url") String issuer,
                @ConfigProperty(name = "sing.gateway.cache") Optional<String> cache,
                @ConfigProperty(name = "sing.store.path", defaultValue = ".") String store,
                @ConfigProperty(name = "sing.gateway.console-client", defaultValue = "console") String client) {
            return new IdentityConfig(
                    issuer,
                    URI.create(issuer + "/protocol/openid-connect/certs"),
                    cache.map(Path::of).orElseGet(() -> Path.of(store, ".gateway")),
                    client);
        }
    }
}
