package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares what an agent says it runs with what the books say it should. A contradiction counts only once it lasted, for
 * renewals and reports travel on different topics. That a job is over is only said when every report up to then has been
 * heard. What is remembered for that is no state: a new leader watches anew.
 */
final class AntiEntropy {
    private final Books books;
    private final Cluster cluster;
    private final Attempts attempts;
    private final Settings settings;
    private final Map<String, Map<Event.Live, Instant>> odd = new HashMap<>();
    private final Map<Event.Live, Instant> verdicts = new HashMap<>();
    private Instant heard = Instant.MIN;

    AntiEntropy(Books books, Cluster cluster, Attempts attempts, Settings settings) {
        this.books = books;
        this.cluster = cluster;
        this.attempts = attempts;
        this.settings = settings;
    }

    void renewed(Event.NodeRenewed event, Instant now) {
        var node = books.nodes.get(event.node());
        if (node.filter(known -> known.incarnation() == event.incarnation() && !known.lost())
                .isEmpty()) return;
        var before = odd.getOrDefault(event.node(), Map.of());
        var view = new View(event, now, before, new HashMap<>());
        var live = Set.copyOf(event.live());
        for (var allocation : cluster.on(event.node()))
            for (var rank : allocation.ranks())
                if (!rank.over() && rank.share().node().equals(event.node())) {
                    if (live.contains(live(allocation, rank))) seen(view, allocation, rank);
                    else missing(view, allocation, rank);
                }
        strangers(view, live);
        if (view.after.isEmpty()) odd.remove(event.node());
        else odd.put(event.node(), view.after);
    }

    void heard(Instant until) {
        if (until.isAfter(heard)) heard = until;
        verdicts.values().removeIf(at -> !at.isAfter(heard));
    }

    /** Until when the reports must be heard for the next verdict upon a silence. */
    Optional<Instant> nextVerdict() {
        return verdicts.values().stream().min(Comparator.naturalOrder());
    }

    /** One renewal: since when each oddity lasts, before it and after it. */
    private record View(
            Event.NodeRenewed event, Instant now, Map<Event.Live, Instant> before, Map<Event.Live, Instant> after) {
        Instant since(Event.Live what) {
            return before.getOrDefault(what, now);
        }

        boolean lasts(Event.Live what, Duration howLong) {
            var since = since(what);
            if (Duration.between(since, now).compareTo(howLong) >= 0) return true;
            after.put(what, since);
            return false;
        }
    }

    private void seen(View view, Allocation allocation, Allocation.Rank rank) {
        attempts.started(allocation.id(), rank.share().rank());
        var ignored = allocation.stopping().isPresent() && rank.stop() <= view.event.lastCommand();
        if (!ignored || !view.lasts(live(allocation, rank), settings.stopWithin())) return;
        var current = books.allocations.get(allocation.id()).orElseThrow();
        books.allocations.put(Commands.stop(books, current, rank.share().rank()));
    }

    private void missing(View view, Allocation allocation, Allocation.Rank rank) {
        var known = view.event;
        if (rank.share().incarnation() != known.incarnation() || rank.start() > known.lastCommand()) return;
        if (!view.now.isBefore(allocation.deadline())) unreported(view, allocation, rank);
        else if (rank.phase() == Allocation.Phase.SENT
                && allocation.stopping().isEmpty()
                && view.lasts(live(allocation, rank), settings.settle()))
            books.allocations.put(Commands.start(books, allocation, rank.share().rank()));
    }

    private void unreported(View view, Allocation allocation, Allocation.Rank rank) {
        var what = live(allocation, rank);
        var verdict = view.since(what).plus(settings.reportWithin());
        if (verdict.isAfter(heard)) {
            view.after.put(what, view.since(what));
            verdicts.put(what, verdict);
        } else
            attempts.declare(
                    allocation,
                    rank.share().rank(),
                    Allocation.Cause.START_DEADLINE,
                    "%s does not run it and reported no end.".formatted(view.event.node()));
    }

    /** Alive on the node, but over, or never heard of. */
    private void strangers(View view, Set<Event.Live> live) {
        var ours = cluster.on(view.event.node()).stream()
                .flatMap(allocation ->
                        allocation.ranks().stream().filter(rank -> !rank.over()).map(rank -> live(allocation, rank)))
                .collect(Collectors.toSet());
        for (var stranger : view.event.live())
            if (!ours.contains(stranger) && view.lasts(stranger, settings.settle()))
                Commands.stop(books, view.event.node(), stranger, Allocation.Cause.CANCELLED);
    }

    private static Event.Live live(Allocation allocation, Allocation.Rank rank) {
        return new Event.Live(
                allocation.job(),
                allocation.attempt(),
                allocation.id(),
                rank.share().rank());
    }
}
