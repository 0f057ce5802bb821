package org.sing.scheduling.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.InstantSource;

@ApplicationScoped
class Wiring {

    /** The only clock of the service. */
    @Produces
    @Singleton
    InstantSource clock() {
        return InstantSource.system();
    }
}
