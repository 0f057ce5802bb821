package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The eligible jobs of one group. Jobs of one account with one and the same request, of whose runs the rule knows the same,
 * stand in one line, for to the rule they are equal but for their place: only the front of a line is ever judged, so a
 * decision costs by the number of different requests and not by the length of the queue.
 */
final class Queue {
    private final boolean steady;
    private final Comparator<Ticket> order;

    /** The order in which the jobs stand; where the true one changes with every placement, that of their arrival. */
    private final Comparator<Ticket> standing;

    private final Outlook outlook;
    private final Function<Ticket, Optional<Reason>> judge;
    private final Map<Kind, Line> lines = new LinkedHashMap<>();
    private final Map<String, Set<Line>> byOwner = new LinkedHashMap<>();
    private final Map<String, Set<Line>> byProject = new LinkedHashMap<>();
    private final Map<Request, Fronts> fronts = new LinkedHashMap<>();
    private final NavigableMap<Ticket, Fronts> firsts;
    private final Places places;

    private record Kind(Account account, Request request, Run run) {}

    private static final class Line {
        final Kind kind;
        final Expectation expectation;
        final NavigableSet<Ticket> tickets;
        Optional<Reason> block;
        Optional<Ticket> listed = Optional.empty();

        Line(Kind kind, Expectation expectation, Comparator<Ticket> order, Optional<Reason> block) {
            this.kind = kind;
            this.expectation = expectation;
            this.block = block;
            tickets = new TreeSet<>(order);
        }

        Optional<Ticket> candidate() {
            return tickets.isEmpty() || block.isPresent() ? Optional.empty() : Optional.of(tickets.first());
        }
    }

    /** @param judge why a job could not start even if nothing else ran */
    Queue(Order order, Usages usages, Outlook outlook, Function<Ticket, Optional<Reason>> judge) {
        this.steady = order.steady();
        this.order = order.among(usages);
        this.standing = steady ? this.order : Order.arrival().among(usages);
        this.outlook = outlook;
        this.judge = judge;
        firsts = new TreeMap<>(standing);
        places = new Places(standing);
    }

    void add(Ticket ticket) {
        var line = lines.get(kind(ticket));
        if (line == null) line = open(ticket);
        if (!line.tickets.add(ticket)) return;
        places.add(ticket);
        list(line);
    }

    void remove(Ticket ticket) {
        var line = lines.get(kind(ticket));
        if (line == null || !line.tickets.remove(ticket)) return;
        places.remove(ticket);
        list(line);
        if (line.tickets.isEmpty()) close(line);
    }

    boolean contains(Ticket ticket) {
        var line = lines.get(kind(ticket));
        return line != null && line.tickets.contains(ticket);
    }

    int compare(Ticket a, Ticket b) {
        return order.compare(a, b);
    }

    /** The first job, blocked or not. */
    Optional<Ticket> oldest() {
        return places.first();
    }

    /** The first job that is not blocked. */
    Optional<Ticket> first() {
        if (firsts.isEmpty()) return Optional.empty();
        return steady ? Optional.of(firsts.firstKey()) : first(request -> true);
    }

    /** The first job that is not blocked and whose request is as asked. */
    Optional<Ticket> first(Predicate<Request> which) {
        Ticket first = null;
        for (var entry : fronts.entrySet()) {
            var front = steady ? entry.getValue().first() : entry.getValue().first(order);
            if ((first == null || compare(front, first) < 0) && which.test(entry.getKey())) first = front;
        }
        return Optional.ofNullable(first);
    }

    /** Of every request, the jobs that are not blocked and may be judged. */
    Map<Request, Fronts> fronts() {
        return fronts;
    }

    Optional<Reason> block(Ticket ticket) {
        return Optional.ofNullable(lines.get(kind(ticket))).flatMap(line -> line.block);
    }

    /** The first of those whom the rules cannot tell apart from this one. */
    Optional<Ticket> front(Ticket ticket) {
        var line = lines.get(kind(ticket));
        return line == null ? Optional.empty() : Optional.of(line.tickets.first());
    }

    /** Judges again the lines of a user or project, and names the front of each whose answer changed. */
    List<Ticket> review(Limit.Scope scope, String name) {
        var index = scope == Limit.Scope.USER ? byOwner : byProject;
        var changed = new ArrayList<Ticket>();
        for (var line : index.getOrDefault(name, Set.of())) if (judgeAgain(line)) changed.add(line.tickets.first());
        return changed;
    }

    /** Judges everything again, and names every job whose answer changed. */
    List<Ticket> reviewAll() {
        var changed = new ArrayList<Ticket>();
        for (var line : lines.values()) if (judgeAgain(line)) changed.addAll(line.tickets);
        return changed;
    }

    /** The jobs before this one, blocked or not, and the GPUs that they ask for. */
    Ahead ahead(Ticket ticket) {
        if (steady) return places.ahead(ticket);
        var jobs = 0;
        var gpus = 0;
        for (var line : lines.values()) {
            var ahead = ahead(line, ticket);
            jobs += ahead;
            gpus += ahead * line.kind.request().gpus();
        }
        return new Ahead(jobs, gpus);
    }

    /** How many of a line, whose jobs stand in one order under every rule. */
    private int ahead(Line line, Ticket ticket) {
        if (compare(line.tickets.last(), ticket) < 0) return line.tickets.size();
        return compare(line.tickets.first(), ticket) >= 0
                ? 0
                : line.tickets.headSet(ticket).size();
    }

    record Ahead(int jobs, int gpus) {
        static final Ahead NOBODY = new Ahead(0, 0);
    }

    private Kind kind(Ticket ticket) {
        return new Kind(ticket.account(), ticket.request(), outlook.known(ticket.run()));
    }

    private Line open(Ticket ticket) {
        var line = new Line(kind(ticket), outlook.of(ticket), standing, judge.apply(ticket));
        lines.put(line.kind, line);
        var account = ticket.account();
        byOwner.computeIfAbsent(account.owner(), owner -> new LinkedHashSet<>()).add(line);
        byProject
                .computeIfAbsent(account.project(), project -> new LinkedHashSet<>())
                .add(line);
        return line;
    }

    private void close(Line line) {
        lines.remove(line.kind);
        forget(byOwner, line.kind.account().owner(), line);
        forget(byProject, line.kind.account().project(), line);
    }

    private static void forget(Map<String, Set<Line>> index, String name, Line line) {
        var named = index.get(name);
        named.remove(line);
        if (named.isEmpty()) index.remove(name);
    }

    private boolean judgeAgain(Line line) {
        var before = line.block;
        line.block = judge.apply(line.tickets.first());
        if (before.isPresent() != line.block.isPresent()) list(line);
        return !before.map(Reason::constraint).equals(line.block.map(Reason::constraint));
    }

    /** Puts the front of the line where the rules look for it, unless the line is blocked. */
    private void list(Line line) {
        var candidate = line.candidate();
        if (candidate.equals(line.listed)) return;
        var request = line.kind.request();
        var same = fronts.computeIfAbsent(request, missing -> new Fronts(missing, standing));
        if (!same.isEmpty()) firsts.remove(same.first());
        line.listed.ifPresent(same::remove);
        candidate.ifPresent(front -> same.add(front, line.expectation));
        line.listed = candidate;
        if (same.isEmpty()) fronts.remove(request);
        else firsts.put(same.first(), same);
    }
}
