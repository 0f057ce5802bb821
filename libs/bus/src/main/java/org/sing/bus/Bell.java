package org.sing.bus;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes the relay. Rung many times before it is heard, it was rung once. */
@Singleton
final class Bell {
    private final Semaphore rung = new Semaphore(0);

    void ring() {
        if (rung.availablePermits() == 0) rung.release();
    }

    /** Waits for the bell, at most as long as given. */
    void await(Duration atMost) throws InterruptedException {
        if (rung.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS)) rung.drainPermits();
    }
}
