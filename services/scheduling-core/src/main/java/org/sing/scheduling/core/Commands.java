package org.sing.scheduling.core;

/** Orders to agents about an allocation. */
final class Commands {
    private Commands() {}

    /** Starts every rank that nobody has answered for. */
    static Allocation start(Books books, Allocation allocation) {
        var sent = allocation;
        for (var rank : allocation.ranks())
            if (rank.phase() == Allocation.Phase.SENT)
                sent = start(books, sent, rank.share().rank());
        return sent;
    }

    static Allocation start(Books books, Allocation allocation, int number) {
        var share = allocation.ranks().get(number).share();
        var sent = books.command(
                share.node(),
                sequence -> new Decision.Start(
                        share.node(),
                        sequence,
                        books.epoch(),
                        allocation.job(),
                        allocation.attempt(),
                        allocation.id(),
                        share,
                        allocation.peers(),
                        allocation.deadline()));
        return allocation.change(number, rank -> rank.started(sent));
    }

    /** Stops every rank that is not over, for the cause that the allocation is stopping for. */
    static Allocation stop(Books books, Allocation allocation) {
        var stopped = allocation;
        for (var rank : allocation.ranks())
            if (!rank.over()) stopped = stop(books, stopped, rank.share().rank());
        return stopped;
    }

    static Allocation stop(Books books, Allocation allocation, int number) {
        var cause = allocation.stopping().orElseThrow();
        var node = allocation.ranks().get(number).share().node();
        var sent = stop(
                books, node, new Event.Live(allocation.job(), allocation.attempt(), allocation.id(), number), cause);
        return allocation.change(number, rank -> rank.stopped(sent));
    }

    static long stop(Books books, String node, Event.Live live, Allocation.Cause cause) {
        return books.command(
                node,
                sequence -> new Decision.Stop(
                        node, sequence, books.epoch(), live.job(), live.attempt(), live.allocation(), cause));
    }
}
