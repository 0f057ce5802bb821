package org.sing.scheduling.core;

import java.util.Map;
import java.util.Optional;

/** Why a job waits. Said only when the kind of the reason is another than before; only then is its place counted. */
final class Explain {
    private final Books books;
    private final Cluster cluster;

    Explain(Books books, Cluster cluster) {
        this.books = books;
        this.cluster = cluster;
    }

    void run() {
        for (var id : cluster.unexplained()) books.jobs.get(id).ifPresent(this::explain);
    }

    Optional<Answer> answer(Job job) {
        return reason(job).map(reason -> answer(job, reason));
    }

    private void explain(Job job) {
        reason(job).filter(reason -> !reason.kind().equals(job.answer())).ifPresent(reason -> say(job, reason));
    }

    /** When these should start; who started, was held or left meanwhile is left out. */
    void expect(Map<String, Optional<StartRange>> seen) {
        seen.forEach((id, range) -> books.jobs
                .get(id)
                .filter(job -> job.state() == Job.State.QUEUED)
                .map(job -> books.jobs.put(job.expected(choice(job), range)))
                .ifPresent(job -> say(job, queued(job))));
    }

    private Choice choice(Job job) {
        return books.choices.get(job.group()).orElse(Choice.none(job.group()));
    }

    private void say(Job job, Reason reason) {
        var answer = answer(job, reason);
        var estimate = job.expected().flatMap(Expected::last);
        var told = books.tell(job, sequence -> new Decision.Waits(job.id(), sequence, answer, estimate));
        books.jobs.put(told.answered(reason.kind()));
    }

    private Answer answer(Job job, Reason reason) {
        var queue = cluster.group(job.group()).queue;
        return reason.at(queue.contains(job.ticket()) ? queue.ahead(job.ticket()) : Queue.Ahead.NOBODY);
    }

    private Optional<Reason> reason(Job job) {
        return switch (job.state()) {
            case HELD -> Optional.of(apart("held", job, "It is held until somebody releases it."));
            case QUEUED -> Optional.of(queued(job));
            case PENDING, PLACED, ENDED, DONE -> Optional.empty();
        };
    }

    private Reason queued(Job job) {
        var group = cluster.group(job.group());
        var ticket = job.ticket();
        if (!group.queue.contains(ticket))
            return apart("not-yet-eligible", job, "It may start again from %s on.".formatted(job.eligibleAt()));
        var head = books.heads.get(job.group()).orElse(Head.nobody(job.group()));
        return group.queue.block(ticket).orElseGet(() -> {
            if (head.is(ticket)) return full(group, job, "It is next and waits until ");
            if (group.capacity.fits(job.request())) return behind(group, head, job);
            return group.capacity.findAlsoAside(job.request()).isPresent()
                    ? aside(group, head, job)
                    : full(group, job, "It waits until ");
        });
    }

    private static Reason apart(String constraint, Job job, String detail) {
        return Reason.blocks(constraint, 0, 0, job.request().gpus(), detail);
    }

    private static Reason full(Group group, Job job, String beginning) {
        return group.capacity.shortage(job.request()).because(beginning, group.capacity.avoidance(job.request()));
    }

    /** The number says no more than the place in the queue does: whose job it is remains unsaid. */
    private Reason aside(Group group, Head head, Job job) {
        var oldest = books.jobs.get(head.job()).orElseThrow().number();
        return new Reason(
                Answer.Verdict.WAITING,
                "set-aside",
                group.capacity.aside(),
                group.capacity.aside(),
                job.request().nodes(),
                "It would fit, but only on nodes that are set aside for job %d, which was passed by enough others."
                        .formatted(oldest));
    }

    /** It would fit, but must not pass the head. */
    private Reason behind(Group group, Head head, Job job) {
        var budgeted = group.rule.overtaking().budgeted();
        return new Reason(
                Answer.Verdict.WAITING,
                budgeted ? "budget" : "head-of-queue",
                head.budget(),
                0,
                job.request().weight(),
                budgeted
                        ? "It would fit, but only %d more GPUs may start before the job that is next."
                                .formatted(head.budget())
                        : "It would fit, but the job that is next starts first.");
    }
}
