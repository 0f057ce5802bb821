package org.sing.accounting.domain.limits;

import java.util.Locale;
import java.util.Optional;

/** What can be limited. */
public enum Limit {
    RUNNING_JOBS,
    RUNNING_GPUS,
    NODES_PER_JOB;

    /** Takes {@code running_jobs} as messages spell it and {@code running-jobs} as people do. */
    public static Optional<Limit> named(String name) {
        for (var limit : values()) if (limit.word().equals(name.replace('-', '_'))) return Optional.of(limit);
        return Optional.empty();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
