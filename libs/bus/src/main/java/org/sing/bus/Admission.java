package org.sing.bus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.bus.Heard.EventId;
import org.sing.bus.Heard.Key;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Place;
import org.sing.bus.Heard.Stream;
import org.sing.schemas.Topics;

/**
 * Decides which messages are fresh, which repeat and which must wait, from what the service has applied before. Pure.
 *
 * <p>A sequenced event at or below the mark of its stream is a repetition, and so is an unsequenced one whose id is
 * known. On a strict topic an event above the next sequence parks its key: the messages of the key wait, in order, until
 * the missing one arrives. The messages of a key that failed wait until somebody releases it.
 */
final class Admission {
    private final Map<Stream, Long> marks = new HashMap<>();
    private final Set<EventId> seen = new HashSet<>();
    private final Map<Key, Waiting> waiting = new HashMap<>();
    private final int limit;

    private final List<Message> fresh = new ArrayList<>();
    private final Map<Stream, Long> newMarks = new LinkedHashMap<>();
    private final Set<EventId> newIds = new LinkedHashSet<>();
    private int repetitions;

    /** Why a key waits: the message that is missing, or the one that failed. */
    enum Reason {
        GAP,
        FAILURE
    }

    /**
     * A key that waits already.
     *
     * @param head the stream and sequence of the missing or failed message
     * @param stored its waiting messages, where they matter: empty unless this batch may free them
     */
    record Parked(Key key, Reason reason, Stream head, long sequence, List<Message> stored) {
        boolean endsWith(Message message) {
            return reason == Reason.GAP
                    && message.stream().equals(head)
                    && message.envelope().sequence() == sequence;
        }
    }

    /** What a key waits for after this batch. */
    record Gap(Key key, Stream missing, long sequence) {}

    private static final class Waiting {
        final Set<Place> stored = new HashSet<>();
        final Deque<Message> queue = new ArrayDeque<>();
        final boolean known;
        /** All that waits is here, so that the queue may move. */
        boolean drains;

        Waiting(boolean known, boolean drains) {
            this.known = known;
            this.drains = drains;
        }
    }

    /** @param limit how many fresh messages to admit at most; what a healed key still has then stays parked */
    Admission(Map<Stream, Long> marks, Collection<EventId> seen, Collection<Parked> parked, int limit) {
        this.marks.putAll(marks);
        this.seen.addAll(seen);
        this.limit = limit;
        for (var key : parked) {
            var waits = new Waiting(
                    true, key.reason() == Reason.GAP && !key.stored().isEmpty());
            waits.queue.addAll(key.stored());
            key.stored().forEach(message -> waits.stored.add(message.place()));
            waiting.put(key.key(), waits);
        }
    }

    /** Judges the next message, in the order of the topic. */
    void offer(Message message) {
        if (repeats(message)) {
            repetitions++;
            return;
        }
        var key = message.place().keyOfTopic();
        var waits = waiting.get(key);
        if (waits == null && follows(message) && fresh.size() < limit) {
            admit(message);
            return;
        }
        if (waits == null) waiting.put(key, waits = new Waiting(false, true));
        waits.queue.add(message);
        drain(waits);
    }

    /** Admits what a key has waited with, as far as it goes: somebody released it. */
    void release(Key key) {
        Optional.ofNullable(waiting.get(key)).ifPresent(waits -> {
            waits.drains = true;
            drain(waits);
        });
    }

    private void drain(Waiting waits) {
        while (waits.drains && !waits.queue.isEmpty() && fresh.size() < limit) {
            var next = waits.queue.peek();
            if (repeats(next)) {
                waits.queue.remove();
                repetitions++;
            } else if (follows(next)) {
                admit(waits.queue.remove());
            } else {
                var missing = missingBefore(next, waits);
                if (missing.isEmpty()) break;
                waits.queue.remove(missing.get());
                admit(missing.get());
            }
        }
    }

    private Optional<Message> missingBefore(Message head, Waiting waits) {
        return waits.queue.stream()
                .filter(message -> message.stream().equals(head.stream()))
                .filter(this::follows)
                .findFirst();
    }

    private void admit(Message message) {
        fresh.add(message);
        if (message.envelope().sequenced()) {
            marks.put(message.stream(), message.envelope().sequence());
            newMarks.put(message.stream(), message.envelope().sequence());
        } else {
            seen.add(message.eventId());
            newIds.add(message.eventId());
        }
    }

    private boolean repeats(Message message) {
        return message.envelope().sequenced()
                ? message.envelope().sequence() < next(message)
                : seen.contains(message.eventId());
    }

    private boolean follows(Message message) {
        return !message.envelope().sequenced()
                || !Topics.strict(message.place().topic())
                || message.envelope().sequence() == next(message);
    }

    private long next(Message message) {
        return marks.getOrDefault(message.stream(), 0L) + 1;
    }

    List<Message> fresh() {
        return fresh;
    }

    int repetitions() {
        return repetitions;
    }

    Map<Stream, Long> marks() {
        return newMarks;
    }

    Set<EventId> ids() {
        return newIds;
    }

    /** Messages that begin to wait. */
    List<Message> toPark() {
        return waiting.values().stream()
                .flatMap(waits -> waits.queue.stream().filter(message -> !waits.stored.contains(message.place())))
                .toList();
    }

    /** Stored messages that wait no more. */
    List<Place> toForget() {
        return waiting.values().stream()
                .flatMap(waits -> {
                    var still = new HashSet<>(
                            waits.queue.stream().map(Message::place).toList());
                    return waits.stored.stream().filter(place -> !still.contains(place));
                })
                .toList();
    }

    /** The keys that wait for a missing sequence after this batch. */
    List<Gap> gaps() {
        return waiting.entrySet().stream()
                .filter(entry ->
                        entry.getValue().drains && !entry.getValue().queue.isEmpty())
                .map(entry -> gap(entry.getKey(), entry.getValue().queue.peek()))
                .toList();
    }

    private Gap gap(Key key, Message head) {
        return new Gap(key, head.stream(), next(head));
    }

    /** The keys that waited and wait no more. */
    List<Key> freed() {
        return waiting.entrySet().stream()
                .filter(entry -> entry.getValue().known && entry.getValue().drains)
                .filter(entry -> entry.getValue().queue.isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }
}
