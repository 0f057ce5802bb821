package org.sing.accounting.domain.limits;

import java.util.Comparator;

/** A user, a project, or with name {@code *} everybody of the scope who has no limit of their own. */
public record Holder(Scope scope, String name) implements Comparable<Holder> {
    public static final String EVERYBODY = "*";

    public Holder {
        if (name.isBlank()) throw new IllegalArgumentException("a holder needs a name");
    }

    public static Holder everybody(Scope scope) {
        return new Holder(scope, EVERYBODY);
    }

    @Override
    public int compareTo(Holder other) {
        return Comparator.comparing(Holder::scope).thenComparing(Holder::name).compare(this, other);
    }
}
