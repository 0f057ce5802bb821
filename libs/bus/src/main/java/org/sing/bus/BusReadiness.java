package org.sing.bus;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while the bus waits for the database or the broker; a standby is ready. */
@Readiness
@Singleton
final class BusReadiness implements HealthCheck {
    private final Condition condition;
    private final Leadership leadership;

    BusReadiness(Condition condition, Leadership leadership) {
        this.condition = condition;
        this.leadership = leadership;
    }

    @Override
    public HealthCheckResponse call() {
        var troubles = condition.troubles();
        var response = HealthCheckResponse.named("bus").status(troubles.isEmpty());
        troubles.forEach(response::withData);
        leadership.epoch().ifPresent(epoch -> response.withData("epoch", epoch));
        return response.build();
    }
}
