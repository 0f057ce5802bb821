package org.sing.gateway.identity;

import jakarta.inject.Singleton;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready before the first keys: nobody could be identified. Kept keys are good enough. */
@Readiness
@Singleton
final class IdentityReadiness implements HealthCheck {
    private final KeyRing keys;

    IdentityReadiness(KeyRing keys) {
        this.keys = keys;
    }

    @Override
    public HealthCheckResponse call() {
        return HealthCheckResponse.named("identity")
                .status(keys.status().usable())
                .build();
    }
}
