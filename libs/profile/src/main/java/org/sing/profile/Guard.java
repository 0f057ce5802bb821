package org.sing.profile;

import java.util.HashSet;
import java.util.Set;

/** What an honest profile never needs, and a malicious one does: depth, size by repetition, the same name twice. */
final class Guard {
    static final int MAX_DEPTH = 20;
    static final int MAX_PIECES = 20_000;
    static final int MAX_ALIASES = 100;

    private int pieces;
    private int aliases;

    void piece(int depth, Place at) throws Unreadable {
        if (depth > MAX_DEPTH) throw Unreadable.at(at, "nested deeper than " + MAX_DEPTH + " levels");
        grow(1, at);
    }

    /** @param size of the piece that the alias repeats */
    void alias(int size, Place at) throws Unreadable {
        if (++aliases > MAX_ALIASES) throw Unreadable.at(at, "more than " + MAX_ALIASES + " aliases (*name)");
        grow(size, at);
    }

    int pieces() {
        return pieces;
    }

    private void grow(int size, Place at) throws Unreadable {
        pieces += size;
        if (pieces > MAX_PIECES) throw Unreadable.at(at, "more than " + MAX_PIECES + " values, counted with aliases");
    }

    /** The names of one mapping. */
    static final class Names {
        private final Set<String> seen = new HashSet<>();

        void add(String name, Place at) throws Unreadable {
            if (!seen.add(name)) throw Unreadable.at(at, Quote.of(name) + " is given twice; keep one of them");
        }
    }
}
