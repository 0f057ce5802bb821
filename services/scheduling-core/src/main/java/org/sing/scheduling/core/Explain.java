package org.sing.scheduling.core;

import java.util.Optional;

/** Why a job waits. Computed when asked for; said only when the kind of the answer is another than before. */
final class Explain {
    private final Books books;
    private final Cluster cluster;
    private final Rule rule;

    Explain(Books books, Cluster cluster, Rule rule) {
        this.books = books;
        this.cluster = cluster;
        this.rule = rule;
    }

    void run() {
        for (var id : cluster.unexplained()) books.jobs.get(id).ifPresent(this::explain);
    }

    private void explain(Job job) {
        answer(job).filter(answer -> !answer.kind().equals(job.answer())).ifPresent(answer -> {
            var told = books.tell(job, sequence -> new Decision.Waits(job.id(), sequence, answer));
            books.jobs.put(told.answered(answer.kind()));
        });
    }

    Optional<Answer> answer(Job job) {
        return switch (job.state()) {
            case HELD -> Optional.of(alone("held", job, "It is held until somebody releases it."));
            case QUEUED -> Optional.of(queued(job));
            case PENDING, PLACED, ENDED, DONE -> Optional.empty();
        };
    }

    private Answer queued(Job job) {
        var group = cluster.group(job.group());
        var ticket = job.ticket();
        if (!group.queue.contains(ticket))
            return alone("not-yet-eligible", job, "It may start again from %s on.".formatted(job.eligibleAt()));
        var ahead = group.queue.ahead(ticket);
        var block = group.queue.block(ticket);
        if (block.isPresent()) return blocked(block.get(), ahead);
        var head = books.heads.get(job.group()).orElse(Head.nobody(job.group()));
        if (head.is(ticket)) return waiting(group, job, ahead, "It is next and waits until %s are free together.");
        if (!group.capacity.fits(job.request())) return waiting(group, job, ahead, "It waits until %s are free.");
        return passed(head, job, ahead);
    }

    private static Answer blocked(Block block, Queue.Ahead ahead) {
        return new Answer(
                block.verdict(),
                block.constraint(),
                block.limit(),
                block.current(),
                block.requested(),
                ahead.jobs(),
                ahead.gpus(),
                block.detail());
    }

    private static Answer waiting(Group group, Job job, Queue.Ahead ahead, String detail) {
        var wish = job.request().gpus() == 0 ? "its processors" : job.request().gpus() + " GPUs";
        return new Answer(
                Answer.Verdict.WAITING,
                job.request().gpus() == 0 ? "cpus" : "gpus",
                group.capacity.gpus(),
                group.capacity.heldGpus(),
                job.request().gpus(),
                ahead.jobs(),
                ahead.gpus(),
                detail.formatted(wish));
    }

    /** It would fit, but must not pass the head. */
    private Answer passed(Head head, Job job, Queue.Ahead ahead) {
        var budgeted = rule.equals(Rule.SING);
        return new Answer(
                Answer.Verdict.WAITING,
                budgeted ? "budget" : "head-of-queue",
                head.budget(),
                0,
                job.request().weight(),
                ahead.jobs(),
                ahead.gpus(),
                budgeted
                        ? "It would fit, but only %d more GPUs may start before the job that is next."
                                .formatted(head.budget())
                        : "It would fit, but the job that is next starts first.");
    }

    private static Answer alone(String constraint, Job job, String detail) {
        return new Answer(
                Answer.Verdict.BLOCKED, constraint, 0, 0, job.request().gpus(), 0, 0, detail);
    }
}
