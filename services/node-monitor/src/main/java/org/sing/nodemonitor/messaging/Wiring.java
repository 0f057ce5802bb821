package org.sing.nodemonitor.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.sing.nodemonitor.domain.Lease;

/** What the domain takes as arguments. */
@ApplicationScoped
class Wiring {
    @Produces
    @Singleton
    Lease lease(
            @ConfigProperty(name = "sing.lease.seconds") long length,
            @ConfigProperty(name = "sing.lease.kill-grace-seconds") long killGrace,
            @ConfigProperty(name = "sing.lease.margin-seconds") long margin) {
        return new Lease(Duration.ofSeconds(length), Duration.ofSeconds(killGrace), Duration.ofSeconds(margin));
    }

    @Produces
    @Singleton
    Supplier<UUID> ids() {
        return UUID::randomUUID;
    }
}
