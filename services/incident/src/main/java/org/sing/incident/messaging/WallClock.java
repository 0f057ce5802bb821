package org.sing.incident.messaging;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** For the time on messages, which is for people. */
final class WallClock {
    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }
}
