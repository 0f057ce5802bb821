package org.sing.bus;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Dead only if the relay's thread is: outages of the database or the broker heal without a restart. */
@Liveness
@Singleton
final class BusLiveness implements HealthCheck {
    private final Relay relay;

    BusLiveness(Relay relay) {
        this.relay = relay;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("bus relay").status(relay.isAlive()).build();
    }
}
