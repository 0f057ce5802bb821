package org.sing.gateway.app;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.JobIds;
import org.sing.gateway.store.JobReader;
import org.sing.profile.CompileResult;
import org.sing.profile.Profiles;
import org.sing.schemas.JobCommand;
import org.sing.schemas.Problem;
import org.sing.schemas.Topics;

/** Hands a profile in, once per idempotency key. */
@ApplicationScoped
public class SubmitJob {
    private final Commands commands;
    private final Uploads uploads;
    private final Fitting fitting;
    private final JobReader jobs;
    private final Set<String> inFlight = ConcurrentHashMap.newKeySet();

    SubmitJob(Commands commands, Uploads uploads, Fitting fitting, JobReader jobs) {
        this.commands = commands;
        this.uploads = uploads;
        this.fitting = fitting;
        this.jobs = jobs;
    }

    /**
     * @param project that pays; empty means the one that the profile names, or the caller's only one
     * @param snapshot of the caller, whose files the job brings
     */
    public record Request(
            String idempotencyKey, String project, String profile, String format, Optional<String> snapshot) {}

    public sealed interface Result {
        record Answered(String job, Outcome outcome) implements Result {}

        /** The same key is being handed in right now. */
        record InFlight(String job) implements Result {}

        record ProjectRefused(String detail) implements Result {}

        /** No node could ever hold it. */
        record NeverFits(Problem problem) implements Result {}

        /** Or it is somebody else's, which is the same to the caller. */
        record UnknownSnapshot(String snapshot) implements Result {}
    }

    public Uni<Result> handle(Caller caller, Request request) {
        if (!request.project().isEmpty()
                && !caller.staff()
                && !caller.projects().contains(request.project()))
            return refuse("You are not a member of a project called " + request.project() + ".");
        return neverFits(caller, request)
                .chain(problem -> problem.<Uni<Result>>map(
                                it -> Uni.createFrom().item(new Result.NeverFits(it)))
                        .orElseGet(() -> withFiles(caller, request)));
    }

    /** One that was taken in before the nodes changed is the same job as ever. */
    private Uni<Optional<Problem>> neverFits(Caller caller, Request request) {
        if (!(Profiles.compile(request.profile(), request.format()) instanceof CompileResult.Compiled it))
            return Uni.createFrom().item(Optional.empty());
        return fitting.refuses(it.spec()).chain(problem -> {
            if (problem.isEmpty()) return Uni.createFrom().item(problem);
            return jobs.find(caller, JobIds.derive(caller.id(), request.idempotencyKey()))
                    .map(known -> problem.filter(any -> known.isEmpty()));
        });
    }

    private Uni<Result> withFiles(Caller caller, Request request) {
        if (request.snapshot().isEmpty()) return send(caller, request);
        var snapshot = request.snapshot().get();
        return uploads.use(caller, snapshot)
                .chain(known ->
                        known ? send(caller, request) : Uni.createFrom().item(new Result.UnknownSnapshot(snapshot)));
    }

    private Uni<Result> send(Caller caller, Request request) {
        var job = JobIds.derive(caller.id(), request.idempotencyKey());
        if (!inFlight.add(job)) return Uni.createFrom().item(new Result.InFlight(job));
        var command = new JobCommand.Submit(
                job,
                caller.requester(),
                request.project(),
                request.profile(),
                request.format(),
                JobIds.payloadHash(request.project(), request.profile(), request.snapshot()),
                request.snapshot());
        return uploads.introduce(caller)
                .chain(() -> commands.send(Topics.JOB_COMMANDS, job, "jobs/" + job, caller.id(), command))
                .<Result>map(outcome -> new Result.Answered(job, outcome))
                .onTermination()
                .invoke(() -> inFlight.remove(job));
    }

    private static Uni<Result> refuse(String detail) {
        return Uni.createFrom().item(new Result.ProjectRefused(detail));
    }
}
