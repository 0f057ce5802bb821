package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is derived from the books and kept beside them: queues, free capacity, use of limits, what holds a node. */
final class Cluster {
    private final Books books;
    private final Settings settings;
    private final Memory memory;
    private final Usages usages;
    private final Limits limits = new Limits();
    private final TreeMap<String, Group> groups = new TreeMap<>();
    private final TreeMap<String, Set<String>> onNode = new TreeMap<>();
    private final TreeSet<String> touched = new TreeSet<>();
    private final TreeSet<String> unexplained = new TreeSet<>();
    private final TreeSet<String> unannounced = new TreeSet<>();
    private final TreeMap<Instant, Set<String>> later = new TreeMap<>();
    private Map<String, Windows.Ahead> windows = Map.of();
    private Instant now = Instant.EPOCH;

    Cluster(Books books, Settings settings) {
        this.books = books;
        this.settings = settings;
        memory = new Memory(books.histories);
        usages = new Usages(books.usages, settings.halfLife());
        books.limits.all().forEach(limits::put);
        books.choices.all().forEach(choice -> group(choice.group()));
        books.nodes.all().forEach(node -> group(node.group()).capacity.put(node));
        books.allocations.all().forEach(this::hold);
        books.overtakers.sorted().forEach(entry -> group(entry.group()).ledger.load(entry));
        books.jobs.all().stream().filter(job -> job.state() == Job.State.QUEUED).forEach(this::enqueue);
        touched.clear();
        unexplained.clear();
    }

    Group group(String name) {
        return groups.computeIfAbsent(name, this::found);
    }

    /** The rule that decides in this group: what was chosen while running, as long as this release knows it. */
    Rule rule(String group) {
        return books.choices
                .get(group)
                .filter(Choice::chosen)
                .flatMap(choice -> Rule.known(choice.rule()))
                .orElse(settings.rule(group));
    }

    /** Groups whose rule may not have been said yet. */
    List<String> unannounced() {
        var named = List.copyOf(unannounced);
        unannounced.clear();
        return named;
    }

    /** Everything of the group anew, under the rule of now. */
    void rebuild(String name) {
        groups.put(name, found(name));
        for (var node : books.nodes.all())
            if (node.group().equals(name)) group(name).capacity.put(node);
        group(name).capacity.windows(windows);
        for (var allocation : books.allocations.all()) if (allocation.group().equals(name)) settle(allocation);
        for (var entry : books.overtakers.sorted())
            if (entry.group().equals(name)) group(name).ledger.load(entry);
        for (var job : books.jobs.sorted()) if (job.group().equals(name) && job.state() == Job.State.QUEUED) line(job);
    }

    private Group found(String name) {
        unannounced.add(name);
        return new Group(
                name,
                rule(name),
                settings.smallJobs(),
                limits,
                memory,
                usages,
                new Ledger(books.overtakers),
                this::reserved);
    }

    /** Who asks for a reservation that is not there, or not for its project, waits for ever, and is told so. */
    private Optional<Reason> reserved(Ticket ticket) {
        var wish = ticket.request().where().reservation();
        if (wish.isEmpty()) return Optional.empty();
        var window = books.windows.get(wish).filter(known -> !known.over());
        var detail = window.isEmpty()
                ? "There is no reservation %s, or it is over.".formatted(wish)
                : !window.get().isFor(ticket.account())
                        ? "The reservation %s is not for its project.".formatted(wish)
                        : window.get().phase() == Window.Phase.PLANNED
                                ? "Its reservation %s begins at %s."
                                        .formatted(wish, window.get().from())
                                : "";
        return detail.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Reason.blocks("reservation", 0, 0, ticket.request().nodes(), detail));
    }

    /** What is reserved now, and what next, on each node. */
    void windows(Map<String, Windows.Ahead> ahead) {
        windows = ahead;
        for (var group : groups.values()) group.capacity.windows(ahead);
        groups.keySet().forEach(this::reviewAll);
    }

    /** The time of what happens from here on. */
    void at(Instant now) {
        this.now = now;
        usages.at(now);
    }

    /** Groups in which something may start now that could not before. */
    Optional<Group> nextTouched() {
        return Optional.ofNullable(touched.pollFirst()).map(this::group);
    }

    void touch(String group) {
        touched.add(group);
    }

    void touchAll() {
        touched.addAll(groups.keySet());
    }

    /** Allocations that hold something on the node, by id. */
    List<Allocation> on(String node) {
        return onNode.getOrDefault(node, Set.of()).stream()
                .map(id -> books.allocations.get(id).orElseThrow())
                .toList();
    }

    /** Puts an eligible job into its queue; one that is not eligible yet waits for its time. */
    void enqueue(Job job) {
        if (!job.eligibleAt().equals(Instant.EPOCH))
            later.computeIfAbsent(job.eligibleAt(), at -> new LinkedHashSet<>()).add(job.id());
        line(job);
    }

    private void line(Job job) {
        explain(job.id());
        if (!job.eligibleAt().equals(Instant.EPOCH)) return;
        group(job.group()).queue.add(job.ticket());
        touch(job.group());
    }

    void dequeue(Job job) {
        var queue = group(job.group()).queue;
        queue.remove(job.ticket());
        queue.front(job.ticket()).ifPresent(front -> explain(front.job()));
        Optional.ofNullable(later.get(job.eligibleAt())).ifPresent(ids -> {
            ids.remove(job.id());
            if (ids.isEmpty()) later.remove(job.eligibleAt());
        });
        touch(job.group());
    }

    /** Jobs that became eligible. */
    List<Job> ripe(Instant now) {
        return later.headMap(now, true).values().stream()
                .flatMap(Collection::stream)
                .map(id -> books.jobs.get(id).orElseThrow())
                .toList();
    }

    Optional<Instant> nextRipe() {
        return later.isEmpty() ? Optional.empty() : Optional.of(later.firstKey());
    }

    /** A new one, from now on. */
    void place(Allocation allocation) {
        usages.start(allocation.account(), allocation.weight());
        hold(allocation);
    }

    private void hold(Allocation allocation) {
        settle(allocation);
        limits.use(allocation.account(), allocation.gpus());
        review(allocation.account());
    }

    private void settle(Allocation allocation) {
        for (var rank : allocation.ranks()) if (!rank.over()) take(allocation, rank.share());
        var job = books.jobs.get(allocation.job()).orElseThrow();
        var group = group(allocation.group());
        group.running.start(
                new Running.Held(allocation.id(), group.outlook.of(job.ticket()), job.placedAt()),
                allocation.ranks().stream()
                        .filter(rank -> !rank.over())
                        .map(Allocation.Rank::share)
                        .toList());
    }

    /** One rank is over: its share is free. */
    void give(Allocation allocation, Share share) {
        group(allocation.group()).capacity.give(share);
        group(allocation.group()).running.give(allocation.id(), share);
        onNode.get(share.node()).remove(allocation.id());
        if (onNode.get(share.node()).isEmpty()) onNode.remove(share.node());
        touch(allocation.group());
    }

    /** All ranks are over: it counts against no limit any more. */
    void free(Allocation allocation) {
        limits.free(allocation.account(), allocation.gpus());
        usages.end(allocation.account(), allocation.weight());
        review(allocation.account());
        var group = group(allocation.group());
        group.running.end(allocation.id());
        group.ledger.end(allocation.id(), now);
        books.jobs.get(allocation.job()).ifPresent(this::learn);
    }

    /** Under every rule, so that one which asks for it may be chosen any time. */
    private void learn(Job job) {
        memory.learn(job.ticket(), Duration.between(job.placedAt(), now).toMillis() / 1000.0);
    }

    void node(Node node) {
        group(node.group()).capacity.put(node);
        if (windows.containsKey(node.name())) group(node.group()).capacity.windows(windows);
        reviewAll(node.group());
    }

    /** It is about to belong to another group. */
    void leave(Node node) {
        group(node.group()).capacity.remove(node.name());
        reviewAll(node.group());
    }

    void limit(Limit limit) {
        limits.put(limit);
        groups.keySet().forEach(this::reviewAll);
    }

    /** Whether the limits allow this account one more such job. */
    boolean within(Account account, Request request) {
        return limits.block(account, request).isEmpty();
    }

    void explain(String job) {
        unexplained.add(job);
    }

    List<String> unexplained() {
        var jobs = List.copyOf(unexplained);
        unexplained.clear();
        return jobs;
    }

    private void take(Allocation allocation, Share share) {
        group(allocation.group()).capacity.take(share);
        onNode.computeIfAbsent(share.node(), node -> new TreeSet<>()).add(allocation.id());
    }

    private void review(Account account) {
        review(Limit.Scope.USER, account.owner());
        if (!account.project().isEmpty()) review(Limit.Scope.PROJECT, account.project());
    }

    private void review(Limit.Scope scope, String name) {
        if (!limits.bound(scope, name)) return;
        for (var group : groups.values())
            for (var changed : group.queue.review(scope, name)) {
                explain(changed.job());
                touch(group.name);
            }
    }

    private void reviewAll(String group) {
        group(group).queue.reviewAll().forEach(ticket -> explain(ticket.job()));
        touch(group);
    }
}
