package org.sing.scheduling.core;

import java.util.Comparator;
import java.util.Optional;

/**
 * The places of a queue: a treap, each of whose branches knows how many jobs it holds and how many GPUs they ask for, so
 * that a place is counted in the time that it takes to find it. Its shape follows from the arrival numbers alone.
 */
final class Places {
    private final Comparator<Ticket> order;
    private Branch root;

    private static final class Branch {
        final Ticket ticket;
        final long luck;
        Branch earlier;
        Branch later;
        int jobs;
        int gpus;

        Branch(Ticket ticket) {
            this.ticket = ticket;
            var mixed = (ticket.number() + 1) * 0x9E3779B97F4A7C15L;
            luck = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
            count();
        }

        Branch count() {
            jobs = jobs(earlier) + 1 + jobs(later);
            gpus = gpus(earlier) + ticket.request().gpus() + gpus(later);
            return this;
        }
    }

    /** What stands before and after a place. */
    private record Halves(Branch earlier, Branch later) {}

    Places(Comparator<Ticket> order) {
        this.order = order;
    }

    void add(Ticket ticket) {
        root = add(root, new Branch(ticket));
    }

    void remove(Ticket ticket) {
        root = remove(root, ticket);
    }

    Optional<Ticket> first() {
        if (root == null) return Optional.empty();
        var at = root;
        while (at.earlier != null) at = at.earlier;
        return Optional.of(at.ticket);
    }

    /** The jobs before this one, and the GPUs that they ask for. */
    Queue.Ahead ahead(Ticket ticket) {
        var jobs = 0;
        var gpus = 0;
        for (var at = root; at != null; ) {
            if (order.compare(ticket, at.ticket) <= 0) {
                at = at.earlier;
            } else {
                jobs += jobs(at.earlier) + 1;
                gpus += gpus(at.earlier) + at.ticket.request().gpus();
                at = at.later;
            }
        }
        return new Queue.Ahead(jobs, gpus);
    }

    private Branch add(Branch at, Branch added) {
        if (at == null) return added;
        if (added.luck > at.luck) {
            var halves = split(at, added.ticket);
            added.earlier = halves.earlier;
            added.later = halves.later;
            return added.count();
        }
        if (order.compare(added.ticket, at.ticket) < 0) at.earlier = add(at.earlier, added);
        else at.later = add(at.later, added);
        return at.count();
    }

    private Branch remove(Branch at, Ticket ticket) {
        if (at == null) return null;
        var compared = order.compare(ticket, at.ticket);
        if (compared == 0) return join(at.earlier, at.later);
        if (compared < 0) at.earlier = remove(at.earlier, ticket);
        else at.later = remove(at.later, ticket);
        return at.count();
    }

    private Halves split(Branch at, Ticket ticket) {
        if (at == null) return new Halves(null, null);
        if (order.compare(at.ticket, ticket) < 0) {
            var halves = split(at.later, ticket);
            at.later = halves.earlier;
            return new Halves(at.count(), halves.later);
        }
        var halves = split(at.earlier, ticket);
        at.earlier = halves.later;
        return new Halves(halves.earlier, at.count());
    }

    private static Branch join(Branch earlier, Branch later) {
        if (earlier == null) return later;
        if (later == null) return earlier;
        if (earlier.luck > later.luck) {
            earlier.later = join(earlier.later, later);
            return earlier.count();
        }
        later.earlier = join(earlier, later.earlier);
        return later.count();
    }

    private static int jobs(Branch branch) {
        return branch == null ? 0 : branch.jobs;
    }

    private static int gpus(Branch branch) {
        return branch == null ? 0 : branch.gpus;
    }
}
