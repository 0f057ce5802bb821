package org.sing.gateway.app;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** How many streams are open: no person may take them all. */
@ApplicationScoped
public class Streams {
    private final int perUser;
    private final int inAll;
    private final Map<String, Integer> open = new ConcurrentHashMap<>();
    private final AtomicInteger total = new AtomicInteger();

    Streams(
            @ConfigProperty(name = "sing.gateway.streams.per-user", defaultValue = "5") int perUser,
            @ConfigProperty(name = "sing.gateway.streams.in-all", defaultValue = "500") int inAll) {
        this.perUser = perUser;
        this.inAll = inAll;
    }

    /** Closing it again and again gives one place back. */
    public interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    public Optional<Permit> open(String user) {
        if (total.incrementAndGet() > inAll) {
            total.decrementAndGet();
            return Optional.empty();
        }
        if (open.merge(user, 1, Integer::sum) > perUser) {
            giveBack(user);
            return Optional.empty();
        }
        var closed = new AtomicBoolean();
        return Optional.of(() -> {
            if (closed.compareAndSet(false, true)) giveBack(user);
        });
    }

    public int open() {
        return total.get();
    }

    private void giveBack(String user) {
        total.decrementAndGet();
        open.computeIfPresent(user, (id, count) -> count > 1 ? count - 1 : null);
    }
}
