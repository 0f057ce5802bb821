package org.sing.bus;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What holds the bus up right now, for the health checks. */
@Singleton
final class Condition {
    private final Map<String, String> troubles = new ConcurrentHashMap<>();

    void waiting(Throwable failure) {
        troubles.put("inbox", String.valueOf(failure));
    }

    void consuming() {
        troubles.remove("inbox");
    }

    void notPublishing(Throwable failure) {
        troubles.put("relay", String.valueOf(failure));
    }

    void publishing() {
        troubles.remove("relay");
    }

    Map<String, String> troubles() {
        return Map.copyOf(troubles);
    }
}
