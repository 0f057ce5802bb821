package org.sing.scheduling.core;

import java.time.Instant;

/** The life of placements, from the first report of a rank to the last share that is free again. */
final class Attempts {
    private final Books books;
    private final Cluster cluster;

    Attempts(Books books, Cluster cluster) {
        this.books = books;
        this.cluster = cluster;
    }

    void started(String id, int rank) {
        var allocation = books.allocations.get(id);
        var known = allocation.flatMap(held -> held.rank(rank)).filter(r -> r.phase() == Allocation.Phase.SENT);
        known.ifPresent(sent ->
                books.allocations.put(allocation.orElseThrow().change(rank, r -> r.in(Allocation.Phase.STARTED))));
    }

    /** One bad end is the end of the gang. */
    void finished(Event.RankFinished event) {
        books.allocations.get(event.allocation()).ifPresent(allocation -> {
            if (allocation.rank(event.rank()).filter(rank -> !rank.over()).isEmpty()) return;
            end(allocation, event.rank(), !event.well());
        });
    }

    /** Scheduling itself calls the attempt over: nobody will ever report this rank. */
    void declare(Allocation allocation, int rank, Allocation.Cause cause, String detail) {
        var declared = allocation;
        if (!allocation.declared()) {
            declared = books.allocations.put(allocation.declare());
            books.tell(
                    job(allocation),
                    sequence -> new Decision.AttemptEnded(
                            allocation.job(),
                            sequence,
                            allocation.attempt(),
                            allocation.id(),
                            cause,
                            allocation.ranks().get(rank).share().node(),
                            detail));
        }
        end(declared, rank, true);
    }

    /** Asks all ranks to stop, once: the first cause is the one that counts. */
    void stop(Allocation allocation, Allocation.Cause cause) {
        if (allocation.stopping().isPresent()) return;
        books.allocations.put(Commands.stop(books, allocation.stop(cause)));
    }

    /** A new leader speaks for the commands of its predecessors. */
    void stampAgain(Settings settings, Instant now) {
        for (var allocation : books.allocations.sorted()) {
            var waits = allocation.ranks().stream().anyMatch(rank -> rank.phase() == Allocation.Phase.SENT);
            if (allocation.stopping().isPresent()) {
                var stamped = allocation.stamp(books.epoch(), allocation.deadline());
                books.allocations.put(Commands.stop(books, stamped));
            } else if (waits) {
                var stamped = allocation.stamp(books.epoch(), now.plus(settings.startWithin()));
                books.allocations.put(Commands.start(books, stamped));
            }
        }
    }

    private void end(Allocation allocation, int rank, boolean badly) {
        cluster.give(allocation, allocation.ranks().get(rank).share());
        var ended = books.allocations.put(allocation.change(rank, r -> r.in(Allocation.Phase.OVER)));
        if (ended.released()) release(ended);
        else if (badly) stop(ended, Allocation.Cause.GANG_ENDED);
    }

    private void release(Allocation allocation) {
        books.allocations.retire(allocation);
        cluster.free(allocation);
        var job = books.tell(
                job(allocation),
                sequence -> new Decision.Released(allocation.job(), sequence, allocation.attempt(), allocation.id()));
        switch (job.after()) {
            case UNDECIDED -> books.jobs.put(job.in(Job.State.ENDED));
            case QUEUE -> cluster.enqueue(books.jobs.put(job.in(Job.State.QUEUED)));
            case HOLD -> {
                books.jobs.put(job.in(Job.State.HELD));
                cluster.explain(job.id());
            }
            case CLOSE -> books.jobs.retire(job.in(Job.State.DONE));
        }
    }

    private Job job(Allocation allocation) {
        return books.jobs.get(allocation.job()).orElseThrow();
    }
}
