package org.sing.gateway.app;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The wall clock, where time is for people. */
class Clocks {
    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
