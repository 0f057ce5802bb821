package org.sing.agent.domain;

import java.util.Optional;
import java.util.TreeMap;

/** Commands in the order of their numbers: a duplicate is dropped, and behind a gap everything waits. */
final class CommandQueue {
    private final TreeMap<Long, Received> waiting = new TreeMap<>();

    void add(Received command, long applied) {
        if (command.sequence() > applied) waiting.putIfAbsent(command.sequence(), command);
    }

    /** The next one to apply. An agent that has applied none begins with the first that it reads. */
    Optional<Received> peek(long applied) {
        if (waiting.isEmpty()) return Optional.empty();
        var first = waiting.firstEntry().getValue();
        return applied == 0 || first.sequence() == applied + 1 ? Optional.of(first) : Optional.empty();
    }

    void remove(Received command) {
        waiting.remove(command.sequence());
    }

    /** The missing number in front of what waits; 0 when none is missing. */
    long missing(long applied) {
        return waiting.isEmpty() || peek(applied).isPresent() ? 0 : applied + 1;
    }
}
