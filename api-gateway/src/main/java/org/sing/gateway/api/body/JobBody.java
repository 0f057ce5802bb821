package org.sing.gateway.api.body;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.domain.Attempt;
import org.sing.gateway.domain.Job;
import org.sing.gateway.store.JobReader;
import org.sing.schemas.ArrayTask;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;

/** A job. {@code spec} is there when one job is asked for, not in lists. */
public record JobBody(
        String id,
        long number,
        String name,
        JobPhase state,
        String stateShort,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String reason,
        String owner,
        Optional<String> ownerName,
        String project,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String resourceGroup,
        int nodes,
        int gpusPerNode,
        int gpus,
        Optional<String> gpuModel,
        long timeLimitSeconds,
        Instant submittedAt,
        Optional<Instant> startedAt,
        Optional<Instant> finishedAt,
        int attempt,
        List<String> nodeNames,
        Optional<EndCause> cause,
        Optional<Integer> exitCode,
        Optional<Integer> signal,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String category,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String code,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String message,
        Optional<Job.Waiting> waiting,
        Optional<ArrayTask> array,
        Optional<JobSpec> spec,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ProblemBody.Entry> warnings) {

    public static JobBody of(JobReader.Found found, Optional<JobSpec> spec) {
        return of(found, spec, List.of());
    }

    /** @param warnings what was accepted but will not do what its author may expect; said once, to who hands the job in */
    public static JobBody of(JobReader.Found found, Optional<JobSpec> spec, List<ProblemBody.Entry> warnings) {
        var job = found.job();
        var identity = found.identity();
        var life = job.life();
        return new JobBody(
                job.id(),
                identity.number(),
                identity.name(),
                life.phase(),
                shortForm(life.phase()),
                life.reason(),
                identity.owner(),
                found.ownerName(),
                identity.project(),
                identity.resourceGroup(),
                identity.nodes(),
                identity.gpusPerNode(),
                identity.gpus(),
                identity.gpuModel(),
                identity.timeLimitSeconds(),
                identity.submittedAt(),
                life.startedAt(),
                life.finishedAt(),
                job.lastAttempt().map(Attempt::number).orElse(0),
                job.lastAttempt().map(Attempt::nodes).orElse(List.of()),
                life.cause(),
                life.exitCode(),
                life.signal(),
                life.category(),
                life.code(),
                life.message(),
                life.phase().terminal() ? Optional.empty() : job.waiting(),
                identity.array(),
                spec,
                warnings);
    }

    /** The letters that users of Slurm know. */
    static String shortForm(JobPhase phase) {
        return switch (phase) {
            case SUBMITTED, QUEUED, HELD, BLOCKED, PREPARING, STARTING, UNKNOWN -> "PD";
            case RUNNING -> "R";
            case COMPLETING, CANCELLING -> "CG";
            case SUCCEEDED -> "CD";
            case FAILED, REJECTED -> "F";
            case CANCELLED -> "CA";
            case TIMEOUT -> "TO";
            case OUT_OF_MEMORY -> "OOM";
            case NODE_FAILED -> "NF";
        };
    }
}
