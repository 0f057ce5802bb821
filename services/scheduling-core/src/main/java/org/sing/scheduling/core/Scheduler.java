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
        var head = crown(group, first);
        if (first.isEmpty()) return false;
        var rooms = group.capacity.find(first.get().request());
        if (rooms.isPresent()) {
            place(group, first.get(), rooms.get(), Optional.empty(), now);
            return true;
        }
        var overtaker = settings.rule().overtaking().next(group.queue, head.budget(), group.capacity::fits);
        overtaker.ifPresent(ticket -> overtake(group, ticket, head, now));
        return overtaker.isPresent();
    }

    /** Whoever is first is the head; only a new head gets a new budget. */
    private Head crown(Group group, Optional<Ticket> first) {
        var head = books.heads.get(group.name).orElse(Head.nobody(group.name));
        var next = first.map(ticket -> head.is(ticket)
                        ? head
                        : new Head(group.name, ticket.job(), ticket.request().weight()))
                .orElse(Head.nobody(group.name));
        if (next.equals(head)) return head;
        first.ifPresent(ticket -> cluster.explain(ticket.job()));
        return books.heads.put(next);
    }

    private void overtake(Group group, Ticket ticket, Head head, Instant now) {
        var after = books.heads.put(head.spend(ticket.request().weight()));
        var receipt = new Decision.Overtaken(head.job(), head.budget(), after.budget());
        var rooms = group.capacity.find(ticket.request()).orElseThrow();
        place(group, ticket, rooms, Optional.of(receipt), now);
    }

    private void place(
            Group group, Ticket ticket, List<Room> rooms, Optional<Decision.Overtaken> overtaken, Instant now) {
        var job = books.jobs.get(ticket.job()).orElseThrow();
        cluster.dequeue(job);
        var placed = books.jobs.put(job.placed(job.attempt() + 1));
        var allocation = allocation(group, placed, rooms, now);
        cluster.hold(allocation);
        books.tell(
                placed,
                sequence -> new Decision.Placed(
                        placed.id(),
                        sequence,
                        placed.attempt(),
                        allocation.id(),
                        allocation.epoch(),
                        settings.rule().name(),
                        allocation.ranks().stream().map(Allocation.Rank::share).toList(),
                        overtaken,
                        reason(rooms, overtaken) + group.capacity.avoidance(ticket.request()),
                        allocation.deadline()));
        books.allocations.put(Commands.start(books, allocation));
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

    private String reason(List<Room> rooms, Optional<Decision.Overtaken> overtaken) {
        var why = overtaken
                .map(receipt -> "Overtakes the head, which does not fit yet; its budget goes from %d to %d."
                        .formatted(receipt.budgetBefore(), receipt.budgetAfter()))
                .orElse("It is the head of the queue.");
        var where = rooms.size() == 1
                ? " %s is the fullest node that fits."
                        .formatted(rooms.getFirst().name())
                : " These are the %d fullest nodes that fit.".formatted(rooms.size());
        return why + where;
    }
}
