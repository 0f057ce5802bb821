package org.sing.gateway.app;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * How much is being worked on. When it is too much, new requests are refused at once instead of waiting in a queue that
 * nobody sees; cancels have room that the others never take.
 */
@ApplicationScoped
public class Load {
    private final int most;
    private final AtomicInteger working = new AtomicInteger();

    Load(@ConfigProperty(name = "sing.gateway.requests-in-flight", defaultValue = "1500") int most) {
        this.most = most;
    }

    /** When it says yes, {@link #leave} must follow. */
    public boolean enter(boolean cancel) {
        if (working.incrementAndGet() <= (cancel ? most + most / 4 : most)) return true;
        working.decrementAndGet();
        return false;
    }

    public void leave() {
        working.decrementAndGet();
    }

    int working() {
        return working.get();
    }
}
