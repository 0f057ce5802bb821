package org.sing.bus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * What was polled and has no transaction yet. A transaction takes all of it, up to a limit: what came in small pieces
 * while the one before was at work costs one commit together.
 */
final class Polled {
    private record Poll(int hearing, List<Heard> records) {}

    private final int limit;
    private final ArrayDeque<Poll> waiting = new ArrayDeque<>();
    private int records;

    /** @param limit how many records a transaction takes, unless its first poll alone has more */
    Polled(int limit) {
        this.limit = limit;
    }

    /** Tells whether nothing else waits: then nobody has asked for a transaction yet. */
    synchronized boolean add(int hearing, List<Heard> poll) {
        var first = waiting.isEmpty();
        waiting.add(new Poll(hearing, poll));
        records += poll.size();
        return first;
    }

    /** The records of the oldest polls, in order. Those of another hearing are dropped. */
    synchronized List<Heard> take(int hearing) {
        var batch = new ArrayList<Heard>();
        while (!waiting.isEmpty() && fits(batch)) {
            var poll = waiting.remove();
            records -= poll.records().size();
            if (poll.hearing() == hearing) batch.addAll(poll.records());
        }
        return batch;
    }

    private boolean fits(List<Heard> batch) {
        return batch.isEmpty() || batch.size() + waiting.peek().records().size() <= limit;
    }

    /** Whether a whole transaction waits already, so that polling should. */
    synchronized boolean isFull() {
        return records >= limit;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }
}
