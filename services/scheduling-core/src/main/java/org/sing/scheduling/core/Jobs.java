package org.sing.scheduling.core;

import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What submission says about jobs. */
final class Jobs {
    private final Books books;
    private final Cluster cluster;
    private final Attempts attempts;

    Jobs(Books books, Cluster cluster, Attempts attempts) {
        this.books = books;
        this.cluster = cluster;
        this.attempts = attempts;
    }

    void submitted(Event.JobSubmitted event) {
        if (books.jobs.get(event.job()).isPresent()) return;
        books.jobs.put(Job.submitted(event));
    }

    void queued(Event.JobQueued event) {
        of(event.job(), job -> !job.cancelled() && event.nextAttempt() > job.attempt(), job -> {
            switch (job.state()) {
                case PENDING, HELD, ENDED -> cluster.enqueue(books.jobs.put(job.in(Job.State.QUEUED)));
                case PLACED -> books.jobs.put(job.after(Job.After.QUEUE));
                case QUEUED, DONE -> {}
            }
        });
    }

    /** A placement that was made before the wish to hold was heard goes on. */
    void held(Event.JobHeld event) {
        of(event.job(), job -> !job.cancelled(), job -> {
            switch (job.state()) {
                case QUEUED -> {
                    cluster.dequeue(job);
                    hold(job);
                }
                case PENDING, ENDED -> hold(job);
                case PLACED -> {
                    if (job.after() == Job.After.QUEUE) books.jobs.put(job.after(Job.After.HOLD));
                }
                case HELD, DONE -> {}
            }
        });
    }

    void stopping(Event.JobStopping event) {
        if (event.requeue()) requeueing(event);
        else cancelling(event);
    }

    void requeued(Event.JobRequeued event, Instant now) {
        of(event.job(), job -> !job.cancelled() && event.endedAttempt() == job.attempt(), job -> {
            var waits = event.eligibleAt().isAfter(now) ? event.eligibleAt() : Instant.EPOCH;
            var again = job.again(event.excluded(), waits);
            switch (job.state()) {
                case ENDED -> cluster.enqueue(books.jobs.put(again.in(Job.State.QUEUED)));
                case PLACED -> books.jobs.put(again.after(Job.After.QUEUE));
                case PENDING, QUEUED, HELD, DONE -> {}
            }
        });
    }

    void closed(Event.JobClosed event) {
        of(event.job(), job -> true, job -> {
            switch (job.state()) {
                case PLACED -> books.jobs.put(job.after(Job.After.CLOSE));
                case QUEUED -> {
                    cluster.dequeue(job);
                    books.jobs.retire(job.in(Job.State.DONE));
                }
                case PENDING, HELD, ENDED -> books.jobs.retire(job.in(Job.State.DONE));
                case DONE -> {}
            }
        });
    }

    void ripen(Instant now) {
        for (var job : cluster.ripe(now)) {
            cluster.dequeue(job);
            cluster.enqueue(books.jobs.put(job.eligible()));
        }
    }

    private void requeueing(Event.JobStopping event) {
        of(
                event.job(),
                job -> job.state() == Job.State.PLACED && event.attempt() == job.attempt(),
                job -> attempts.stop(placement(job), Allocation.Cause.REQUEUED));
    }

    /**
     * What is not placed, or ended and waits to be placed again, is withdrawn at once. An attempt that lives is stopped,
     * and its end closes the job; one that ended by itself before this was heard needs no answer.
     */
    private void cancelling(Event.JobStopping event) {
        of(event.job(), job -> !job.cancelled(), job -> {
            var cancelled = books.jobs.put(job.cancel());
            switch (job.state()) {
                case QUEUED -> {
                    cluster.dequeue(job);
                    withdraw(cancelled.in(Job.State.ENDED));
                }
                case PENDING, HELD -> withdraw(cancelled.in(Job.State.ENDED));
                case PLACED -> {
                    if (job.after() == Job.After.UNDECIDED) attempts.stop(placement(job), Allocation.Cause.CANCELLED);
                    else withdraw(cancelled);
                }
                case ENDED, DONE -> {}
            }
        });
    }

    private void withdraw(Job job) {
        books.tell(job, sequence -> new Decision.Withdrawn(job.id(), sequence));
    }

    private void hold(Job job) {
        books.jobs.put(job.in(Job.State.HELD));
        cluster.explain(job.id());
    }

    private Allocation placement(Job job) {
        return books.allocations.get(job.allocation(job.attempt())).orElseThrow();
    }

    private void of(String id, Predicate<Job> which, Consumer<Job> then) {
        books.jobs.get(id).filter(which).ifPresent(then);
    }
}
