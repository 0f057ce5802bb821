package org.sing.submission.app;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Outbox;
import org.sing.schemas.CommandOutcome;
import org.sing.submission.app.Others.Wanted;
import org.sing.submission.domain.Input;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Job.Change;
import org.sing.submission.domain.Job.Submission;
import org.sing.submission.domain.Policy;
import org.sing.submission.domain.Refusal;

/** Folds what was told into jobs: one read, one write and one append for a whole batch. */
@ApplicationScoped
public class FoldJobs {
    private final JobStore jobs;
    private final Outbox outbox;
    private final Clock clock;
    private final Policy policy;

    FoldJobs(JobStore jobs, Outbox outbox, Clock clock, Settings settings) {
        this.jobs = jobs;
        this.outbox = outbox;
        this.clock = clock;
        policy = settings.policy();
    }

    /** Gives what has changed, once the transaction is committed. */
    public Uni<List<Change>> fold(Mutiny.Session session, List<Told> told) {
        var ids = told.stream().map(Told::job).distinct().toList();
        if (ids.isEmpty()) return Uni.createFrom().item(List.of());
        return jobs.load(session, ids).chain(loaded -> fold(session, told, loaded));
    }

    /** As {@link #fold(Mutiny.Session, List)}, of jobs that are loaded already. */
    Uni<List<Change>> fold(Mutiny.Session session, List<Told> told, Collection<Job> loaded) {
        if (told.isEmpty()) return Uni.createFrom().item(List.of());
        var batch = new Batch(policy, clock.instant(), loaded);
        return intake(session, told, batch).chain(intake -> {
            var speech = new Speech(batch.now());
            for (var it : told) tell(batch, speech, it, intake);
            return write(session, batch, speech).replaceWith(batch::changes);
        });
    }

    private Uni<Void> write(Mutiny.Session session, Batch batch, Speech speech) {
        batch.spoken().forEach(speech::snapshot);
        return jobs.add(session, batch.added())
                .chain(() -> jobs.update(session, batch.updated()))
                .chain(() -> outbox.append(session, speech.said()));
    }

    private Uni<Intake> intake(Mutiny.Session session, List<Told> told, Batch batch) {
        var compiled = compiled(told, batch);
        var wanted = Wanted.of(compiled.values());
        var found = wanted.isEmpty()
                ? Uni.createFrom().item(List.<Others.Other>of())
                : jobs.others(session, wanted.names(), wanted.singletons());
        return found.chain(others -> numbers(session, compiled.values())
                .map(numbers -> new Intake(compiled, numbers.iterator(), new Others(others))));
    }

    /** One for each that may be admitted: a number that none takes is a gap, as a transaction that fails leaves one. */
    private Uni<List<Long>> numbers(Mutiny.Session session, Collection<Admission> admissions) {
        var count = admissions.stream()
                .mapToInt(it -> it instanceof Admission.Admitted admitted ? admitted.tasks() : 0)
                .sum();
        return count == 0 ? Uni.createFrom().item(List.of()) : jobs.numbers(session, count);
    }

    /** What is needed to take in the jobs of one batch. */
    private record Intake(Map<String, Admission> compiled, Iterator<Long> numbers, Others others) {}

    private static Map<String, Admission> compiled(List<Told> told, Batch batch) {
        var admissions = new HashMap<String, Admission>();
        for (var it : told)
            if (it instanceof Told.Submitted submitted && batch.job(it.job()).isEmpty())
                admissions.computeIfAbsent(it.job(), job -> Admission.of(submitted.submit()));
        return admissions;
    }

    private static void tell(Batch batch, Speech speech, Told told, Intake intake) {
        switch (told) {
            case Told.Submitted submitted -> {
                if (batch.job(told.job()).isEmpty()) submit(batch, speech, submitted, intake);
                else hear(batch, speech, told.job(), resubmit(submitted), told);
            }
            case Told.Heard heard -> hear(batch, speech, told.job(), heard.input(), told);
        }
    }

    private static void submit(Batch batch, Speech speech, Told.Submitted told, Intake intake) {
        var submit = told.submit();
        var admission = intake.others()
                .settle(intake.compiled().get(told.job()), batch.now())
                .bounded();
        var by = new Submission(
                told.command(), told.job(), submit.requester().id(), admission.project(), submit.payloadHash());
        var changes = switch (admission) {
            case Admission.Admitted it -> admit(by, it, batch, intake);
            case Admission.Rejected it -> List.of(Job.rejected(by, it.code(), it.problems(), batch.now()));
        };
        for (var change : changes) speech.say(batch.add(change), told.cause());
    }

    private static List<Change> admit(Submission by, Admission.Admitted it, Batch batch, Intake intake) {
        var changes = new ArrayList<Change>();
        var first = intake.numbers().next();
        for (var position = 0; position < it.tasks(); position++) {
            var task = by.task(position);
            var number = position == 0 ? first : intake.numbers().next();
            var spec = it.task(by.job(), first, position);
            changes.add(
                    position == 0
                            ? Job.submitted(task, number, spec, it.message(), batch.now())
                            : Job.task(task, number, spec, it.message(), batch.now()));
            intake.others().came(task, number, spec);
        }
        return changes;
    }

    private static Input resubmit(Told.Submitted told) {
        return new Input.Resubmit(
                told.command(), told.submit().requester(), told.submit().payloadHash());
    }

    private static void hear(Batch batch, Speech speech, String job, Input input, Told told) {
        batch.fold(job, input)
                .ifPresentOrElse(change -> speech.say(change, told.cause()), () -> unknown(speech, job, input, told));
    }

    /** A report about a job that does not exist is nobody's concern; a command gets its answer. */
    private static void unknown(Speech speech, String job, Input input, Told told) {
        if (input instanceof Input.Command command)
            speech.answer(
                    job,
                    new CommandOutcome.Refused(
                            command.command(),
                            command.kind(),
                            Job.subject(job),
                            Refusal.NO_SUCH_JOB,
                            Refusal.sentence(Refusal.NO_SUCH_JOB),
                            List.of()),
                    told.cause());
    }
}
