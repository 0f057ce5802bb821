package org.sing.simulator;

/**
 * What is known when the events of one moment are decided upon. Real logs count whole seconds, so this decides who is
 * first at every tie; the figures of a loaded trace move by some per cent with it.
 */
public enum Moments {
    /** All ends and all arrivals, then one decision: how the service handles what it finds on the bus at once. */
    TOGETHER,
    /** All arrivals, a decision, all ends, a decision. */
    ARRIVALS_FIRST,
    /** A decision after every end, then one after every arrival. */
    ONE_BY_ONE;

    String label() {
        return name().toLowerCase().replace('_', '-');
    }

    static Moments named(String label) {
        for (var moments : values()) if (moments.label().equals(label)) return moments;
        throw new IllegalArgumentException(
                "'%s' is no way to take moments; there are together, arrivals-first and one-by-one".formatted(label));
    }
}
