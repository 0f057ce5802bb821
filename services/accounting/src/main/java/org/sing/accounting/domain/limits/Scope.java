package org.sing.accounting.domain.limits;

import java.util.Locale;
import java.util.Optional;

/** Whom a limit binds. */
public enum Scope {
    USER,
    PROJECT;

    public static Optional<Scope> named(String name) {
        for (var scope : values()) if (scope.word().equals(name)) return Optional.of(scope);
        return Optional.empty();
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
