package org.sing.bus;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * What a timer does again and again. Once the service stops nothing begins any more, and the stop waits for what is in
 * hand: the database is closed afterwards, and an ordinary stop must not look like a failure in the log.
 */
@Singleton
public final class TimedWork {
    /** The service itself is one party, every piece of work in hand another. */
    private final Phaser inHand = new Phaser(1);

    private volatile boolean stopping;

    TimedWork() {}

    /** Does the work, or nothing at all when the service stops. */
    public Uni<Void> run(Supplier<Uni<Void>> work) {
        return Uni.createFrom().deferred(() -> {
            inHand.register();
            return Uni.createFrom()
                    .deferred(() -> stopping ? Uni.createFrom().voidItem() : work.get())
                    .onTermination()
                    .invoke(inHand::arriveAndDeregister);
        });
    }

    /**
     * @param patience after which work that does not end is left alone
     * @return whether all of it ended
     */
    boolean close(Duration patience) {
        stopping = true;
        try {
            inHand.awaitAdvanceInterruptibly(inHand.arrive(), patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
