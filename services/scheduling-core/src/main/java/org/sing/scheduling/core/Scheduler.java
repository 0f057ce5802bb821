package org.sing.scheduling.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts what may start in a group: the head while it fits, else those that may overtake it. */
final class Scheduler {
    private final Books books;
    private final Cluster cluster;
    private final Settings settings;

    Scheduler(Books books, Cluster cluster, Settings settings) {
        this.books = books;
        this.cluster = cluster;
        this.settings = settings;
    }

    void run(Group group, Instant now) {
        while (step(group, now)) {
            // one placement changes who is next, so look again
        }
    }

    private boolean step(Group group, Instant now) {
        var first = group.queue.first();
        group.ledger.settle(group.queue.oldest());
        group.ledger.against(first);
        var head = crown(group, first, now);
        if (first.isEmpty()) return false;
        var start = group.rule.overtaking().next(new Scene(group, first.get(), head, now));
        start.ifPresent(next -> start(group, head, next, now));
        return start.isPresent();
    }

    /** Whoever is first is the head. What passed it when it was head before is spent for ever. */
    private Head crown(Group group, Optional<Ticket> first, Instant now) {
        var head = books.heads.get(group.name).orElse(Head.nobody(group.name));
        var next = first.map(ticket -> head.is(ticket) ? head : crowned(group, ticket, now))
                .orElse(Head.nobody(group.name));
        group.capacity.setAside(next.aside());
        if (next.equals(head)) return head;
        first.ifPresent(ticket -> cluster.explain(ticket.job()));
        return books.heads.put(next);
    }

    private Head crowned(Group group, Ticket ticket, Instant now) {
        var bare = new Head(group.name, ticket.job(), 0);
        var rule = group.rule.overtaking();
        var budget = rule.budget(new Scene(group, ticket, bare, now));
        var passed =
                rule.measures() ? 0 : books.jobs.get(ticket.job()).orElseThrow().passed();
        return new Head(group.name, ticket.job(), budget - passed);
    }

    private void start(Group group, Head head, Start next, Instant now) {
        if (!next.head().equals(head)) spend(head, next.head());
        if (head.is(next.ticket())) {
            place(group, grown(group, next), Optional.empty(), now);
            return;
        }
        var rule = group.rule.overtaking();
        var before = rule.measures()
                ? rule.budget(new Scene(group, group.queue.first().orElseThrow(), head, now))
                : head.budget();
        var receipt = new Decision.Overtaken(
                head.job(),
                before,
                rule.measures() ? before : next.head().budget(),
                rule.measures() ? Decision.Unit.GPU_SECONDS : Decision.Unit.GPUS);
        var placed = place(group, next, Optional.of(receipt), now);
        if (rule.measures())
            group.ledger.enter(new Overtaker(
                    placed.allocation(placed.attempt()),
                    group.name,
                    placed.number(),
                    placed.request().weight(),
                    now,
                    Optional.empty(),
                    false));
    }

    /**
     * Of a range, as many nodes as are free and its limits allow, but for more nodes it does not go where it failed
     * before. Who passes somebody gets the least that it asked for.
     */
    private Start grown(Group group, Start start) {
        var ticket = start.ticket();
        var most = start;
        var least = ticket.request().nodes();
        var end = group.capacity.heeds(ticket.request()) ? ticket.request().mostNodes() : least;
        while (least < end) {
            var nodes = (least + end + 1) / 2;
            var request = ticket.request().on(nodes);
            var rooms = cluster.within(ticket.account(), request)
                    ? group.capacity
                            .find(request)
                            .filter(found -> found.stream().allMatch(room -> request.allows(room.node())))
                    : Optional.<List<Room>>empty();
            if (rooms.isPresent()) {
                least = nodes;
                most = new Start(ticket, rooms.get(), start.head());
            } else end = nodes - 1;
        }
        return most;
    }

    private void spend(Head before, Head after) {
        books.heads.put(after);
        if (after.budget() < before.budget())
            books.jobs.put(books.jobs.get(after.job()).orElseThrow().passedBy(before.budget() - after.budget()));
    }

    private Job place(Group group, Start start, Optional<Decision.Overtaken> overtaken, Instant now) {
        var job = books.jobs.get(start.ticket().job()).orElseThrow();
        var expected = expected(group, job);
        expected.ifPresent(said -> learn(group, said, now));
        cluster.dequeue(job);
        var placed = books.jobs.put(job.placed(job.attempt() + 1, now));
        var rooms = start.rooms();
        var allocation = allocation(group, placed, rooms, now);
        cluster.place(allocation);
        books.tell(
                placed,
                sequence -> new Decision.Placed(
                        placed.id(),
                        sequence,
                        placed.attempt(),
                        allocation.id(),
                        allocation.epoch(),
                        group.rule.name(),
                        allocation.ranks().stream().map(Allocation.Rank::share).toList(),
                        overtaken,
                        reason(group, rooms, overtaken)
                                + range(job.request(), rooms.size())
                                + group.capacity.avoidance(job.request()),
                        allocation.deadline(),
                        expected.map(Expected::first)));
        books.allocations.put(Commands.start(books, allocation));
        return placed;
    }

    /** What was said under another rule says nothing about this one. */
    private static Optional<Expected> expected(Group group, Job job) {
        return job.expected().filter(said -> said.rule().equals(group.rule.name()));
    }

    private void learn(Group group, Expected said, Instant now) {
        var choice = books.choices.get(group.name).orElse(Choice.none(group.name));
        books.choices.put(choice.learn(said.seen(), now));
    }

    private Allocation allocation(Group group, Job job, List<Room> rooms, Instant now) {
        var ranks = new ArrayList<Allocation.Rank>();
        for (var room : rooms)
            ranks.add(new Allocation.Rank(room.share(job.request(), ranks.size()), Allocation.Phase.SENT, 0, 0));
        return new Allocation(
                job.allocation(job.attempt()),
                job.id(),
                job.attempt(),
                group.name,
                job.account(),
                books.epoch(),
                now.plus(settings.startWithin()),
                Optional.empty(),
                false,
                ranks);
    }

    private static String range(Request request, int nodes) {
        return request.mostNodes() == request.nodes()
                ? ""
                : " It asked for %d to %d nodes and has %d.".formatted(request.nodes(), request.mostNodes(), nodes);
    }

    private static String reason(Group group, List<Room> rooms, Optional<Decision.Overtaken> overtaken) {
        var why = overtaken
                .map(receipt -> group.rule.overtaking().measures()
                        ? "It is expected to use the least; those who passed the oldest may use "
                                + receipt.budgetAfter() + " GPU-seconds more before nodes are set aside."
                        : "Overtakes the head, which does not fit yet; its budget goes from " + receipt.budgetBefore()
                                + " to " + receipt.budgetAfter() + ".")
                .orElse("It is the head of the queue.");
        var where = rooms.size() == 1
                ? " " + rooms.getFirst().name() + " is the fullest node that fits."
                : " These are the " + rooms.size() + " fullest nodes that fit.";
        return why + where;
    }
}
