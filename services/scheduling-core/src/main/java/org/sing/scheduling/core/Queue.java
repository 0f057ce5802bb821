package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Collection;
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
 * The eligible jobs of one group. Jobs of one account with one and the same request, of whose runs the same was said, stand in one line, for to every rule
 * they are equal but for their place: only the front of a line is ever judged, so a decision costs by the number of
 * different requests and not by the length of the queue.
 */
final class Queue {
    private final Order order;
    private final Function<Ticket, Optional<Reason>> judge;
    private final Map<Kind, Line> lines = new LinkedHashMap<>();
    private final Map<String, Set<Line>> byOwner = new LinkedHashMap<>();
    private final Map<String, Set<Line>> byProject = new LinkedHashMap<>();
    private final NavigableSet<Ticket> fronts;
    private final Map<Request, NavigableSet<Ticket>> frontsByRequest = new LinkedHashMap<>();
    private final NavigableMap<Ticket, Line> all;
    private int gpus;

    private record Kind(Account account, Request request, Run run) {
        static Kind of(Ticket ticket) {
            return new Kind(ticket.account(), ticket.request(), ticket.run());
        }
    }

    private static final class Line {
        final Kind kind;
        final NavigableSet<Ticket> tickets;
        Optional<Reason> block = Optional.empty();
        Optional<Ticket> listed = Optional.empty();

        Line(Kind kind, Order order) {
            this.kind = kind;
            tickets = new TreeSet<>(order);
        }
    }

    /** @param judge why a job could not start even if nothing else ran */
    Queue(Order order, Function<Ticket, Optional<Reason>> judge) {
        this.order = order;
        this.judge = judge;
        fronts = new TreeSet<>(order);
        all = new TreeMap<>(order);
    }

    void add(Ticket ticket) {
        var line = lines.computeIfAbsent(Kind.of(ticket), this::open);
        line.tickets.add(ticket);
        all.put(ticket, line);
        gpus += ticket.request().gpus();
        list(line);
    }

    void remove(Ticket ticket) {
        var line = all.remove(ticket);
        if (line == null) return;
        line.tickets.remove(ticket);
        gpus -= ticket.request().gpus();
        list(line);
        if (line.tickets.isEmpty()) close(line);
    }

    boolean contains(Ticket ticket) {
        return all.containsKey(ticket);
    }

    int compare(Ticket a, Ticket b) {
        return order.compare(a, b);
    }

    /** The first job, blocked or not. */
    Optional<Ticket> oldest() {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.firstKey());
    }

    /** The first job that is not blocked. */
    Optional<Ticket> first() {
        return fronts.isEmpty() ? Optional.empty() : Optional.of(fronts.first());
    }

    /** The first job that is not blocked and whose request is as asked. */
    Optional<Ticket> first(Predicate<Request> which) {
        return frontsByRequest.entrySet().stream()
                .filter(entry -> which.test(entry.getKey()))
                .map(entry -> entry.getValue().first())
                .min(order);
    }

    /** Of every request, the jobs that are not blocked and may be judged, in order. */
    Map<Request, NavigableSet<Ticket>> fronts() {
        return frontsByRequest;
    }

    Optional<Reason> block(Ticket ticket) {
        return Optional.ofNullable(all.get(ticket)).flatMap(line -> line.block);
    }

    /** The first of those whom the rules cannot tell apart from this one. */
    Optional<Ticket> front(Ticket ticket) {
        var line = lines.get(Kind.of(ticket));
        return line == null || line.tickets.isEmpty() ? Optional.empty() : Optional.of(line.tickets.first());
    }

    /** Judges again the lines of a user or project, and names the front of each whose answer changed. */
    List<Ticket> review(Limit.Scope scope, String name) {
        var index = scope == Limit.Scope.USER ? byOwner : byProject;
        return index.getOrDefault(name, Set.of()).stream()
                .filter(this::judgeAgain)
                .map(line -> line.tickets.first())
                .toList();
    }

    /** Judges everything again, and names every job whose answer changed. */
    List<Ticket> reviewAll() {
        var changed = new ArrayList<Ticket>();
        for (var line : lines.values()) if (judgeAgain(line)) changed.addAll(line.tickets);
        return changed;
    }

    /** The jobs before this one, blocked or not, and the GPUs that they ask for. */
    Ahead ahead(Ticket ticket) {
        if (!all.isEmpty() && all.lastKey().equals(ticket))
            return new Ahead(all.size() - 1, gpus - ticket.request().gpus());
        return new Ahead(all.headMap(ticket).keySet());
    }

    record Ahead(int jobs, int gpus) {
        static final Ahead NOBODY = new Ahead(0, 0);

        Ahead(Collection<Ticket> tickets) {
            this(
                    tickets.size(),
                    tickets.stream().mapToInt(ticket -> ticket.request().gpus()).sum());
        }
    }

    private Line open(Kind kind) {
        var line = new Line(kind, order);
        byOwner.computeIfAbsent(kind.account().owner(), owner -> new LinkedHashSet<>())
                .add(line);
        byProject
                .computeIfAbsent(kind.account().project(), project -> new LinkedHashSet<>())
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
        line.listed.ifPresent(this::unlist);
        line.block = line.tickets.isEmpty() ? Optional.empty() : judge.apply(line.tickets.first());
        line.listed =
                line.tickets.isEmpty() || line.block.isPresent() ? Optional.empty() : Optional.of(line.tickets.first());
        line.listed.ifPresent(front -> {
            fronts.add(front);
            frontsByRequest
                    .computeIfAbsent(front.request(), request -> new TreeSet<>(order))
                    .add(front);
        });
    }

    private void unlist(Ticket front) {
        fronts.remove(front);
        var same = frontsByRequest.get(front.request());
        same.remove(front);
        if (same.isEmpty()) frontsByRequest.remove(front.request());
    }
}
