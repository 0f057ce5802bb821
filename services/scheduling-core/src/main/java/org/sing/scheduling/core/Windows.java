package org.sing.scheduling.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reservations, from the wish of an operator to their end, and who may start where until then. */
final class Windows {
    private final Books books;
    private final Cluster cluster;
    private final Attempts attempts;
    /** When something about them changes next; what was read from the books is looked at once. */
    private Instant next;

    Windows(Books books, Cluster cluster, Attempts attempts) {
        this.books = books;
        this.cluster = cluster;
        this.attempts = attempts;
        next = open().isEmpty() ? Instant.MAX : Instant.EPOCH;
    }

    void reserve(Event.Reserve event, Instant now) {
        var told = books.windows.get(event.name()).map(Window::told).orElse(0L);
        var window = new Window(
                event.name(),
                event.nodes(),
                event.from(),
                event.until(),
                event.projects(),
                event.reason(),
                Window.Phase.PLANNED,
                told);
        var refusal = refusal(event.allowed(), window, now);
        if (refusal.isEmpty()) change(window);
        answer(event.name(), event.command(), refusal);
        next = Instant.EPOCH;
    }

    void unreserve(Event.Unreserve event) {
        var window = books.windows.get(event.name()).filter(known -> !known.over());
        var refusal = !event.allowed()
                ? forbidden()
                : window.isPresent()
                        ? Optional.<Decision.Refusal>empty()
                        : invalid("There is no reservation %s any more.".formatted(event.name()));
        if (refusal.isEmpty()) change(window.orElseThrow().in(Window.Phase.OVER));
        answer(event.name(), event.command(), refusal);
        next = Instant.EPOCH;
    }

    /** What the time of now makes of them. Asked before every decision. */
    void pass(Instant now) {
        if (next.isAfter(now)) return;
        for (var window : open()) {
            if (!window.until().isAfter(now)) change(window.in(Window.Phase.OVER));
            else if (window.phase() == Window.Phase.PLANNED && !window.from().isAfter(now))
                begin(change(window.in(Window.Phase.ACTIVE)));
        }
        cluster.windows(ahead(now));
        next = open().stream()
                .flatMap(window -> window.phase() == Window.Phase.ACTIVE
                        ? List.of(window.until()).stream()
                        : Runtimes.before(window.from(), now).stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }

    Optional<Instant> next() {
        return Optional.of(next).filter(at -> !at.equals(Instant.MAX));
    }

    /** Of every node that is in one, the window that it is in, or the next one. */
    private Map<String, Ahead> ahead(Instant now) {
        var ahead = new HashMap<String, Ahead>();
        for (var window : open())
            for (var node : window.nodes())
                ahead.merge(
                        node,
                        new Ahead(window, window.phase() == Window.Phase.ACTIVE ? 0 : window.secondsFrom(now)),
                        (one, other) -> one.seconds() <= other.seconds() ? one : other);
        return ahead;
    }

    /** @param seconds until it begins; 0 in it */
    record Ahead(Window window, long seconds) {}

    private void begin(Window window) {
        for (var node : window.nodes())
            for (var held : cluster.on(node)) if (!belongs(held, window)) attempts.stop(held, Allocation.Cause.DRAINED);
    }

    private boolean belongs(Allocation held, Window window) {
        return books.jobs
                .get(held.job())
                .filter(job -> job.request().where().reservation().equals(window.name()))
                .isPresent();
    }

    private Optional<Decision.Refusal> refusal(boolean allowed, Window window, Instant now) {
        if (!allowed) return forbidden();
        if (!window.from().isBefore(window.until())) return invalid("A reservation ends after it begins.");
        if (!window.until().isAfter(now)) return invalid("This reservation would be over already.");
        var unknown = new TreeSet<>(window.nodes());
        books.nodes.all().forEach(node -> unknown.remove(node.name()));
        if (!unknown.isEmpty()) return invalid("There is no node " + String.join(", ", unknown) + ".");
        return open().stream()
                .filter(window::collides)
                .findFirst()
                .flatMap(other -> invalid("The reservation %s keeps some of these nodes from %s to %s."
                        .formatted(other.name(), other.from(), other.until())));
    }

    private static Optional<Decision.Refusal> forbidden() {
        return Optional.of(new Decision.Refusal("forbidden", "Only operators reserve nodes."));
    }

    private static Optional<Decision.Refusal> invalid(String detail) {
        return Optional.of(new Decision.Refusal("invalid-request", detail));
    }

    private Window change(Window window) {
        return books.tell(window, (told, sequence) -> new Decision.ReservationChanged(window.name(), sequence, told));
    }

    private void answer(String name, String command, Optional<Decision.Refusal> refusal) {
        var window = books.windows
                .get(name)
                .orElse(new Window(name, List.of(), Instant.EPOCH, Instant.EPOCH, List.of(), "", Window.Phase.OVER, 0));
        books.tell(window, (told, sequence) -> new Decision.ReservationAnswered(name, sequence, command, refusal));
    }

    private List<Window> open() {
        var open = new ArrayList<Window>();
        for (var window : books.windows.sorted()) if (!window.over()) open.add(window);
        return open;
    }
}
