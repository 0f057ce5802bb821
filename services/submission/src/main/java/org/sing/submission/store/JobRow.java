package org.sing.submission.store;

import java.time.Instant;
import java.util.Optional;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Life;

/** A job as the database writes and reads it in one JSON document; what does not change may be left out of a change. */
record JobRow(
        String id,
        long number,
        String owner,
        String project,
        String payloadHash,
        Optional<JobSpec> spec,
        Optional<Instant> submittedAt,
        JobPhase phase,
        long version,
        Optional<Instant> finishedAt,
        Optional<Instant> classifyBy,
        Optional<Instant> endsAt,
        Life life) {

    static JobRow whole(Job job) {
        return row(job, job.spec(), Optional.of(job.submittedAt()));
    }

    static JobRow changed(Job job) {
        return row(job, Optional.empty(), Optional.empty());
    }

    private static JobRow row(Job job, Optional<JobSpec> spec, Optional<Instant> submittedAt) {
        var life = job.life();
        return new JobRow(
                job.id(),
                job.number(),
                job.owner(),
                job.project(),
                job.payloadHash(),
                spec,
                submittedAt,
                life.phase(),
                job.sequence(),
                life.finishedAt(),
                life.classifyBy(),
                job.endsAt(),
                life);
    }

    Job job() {
        return new Job(id, owner, project, payloadHash, number, spec, submittedAt.orElseThrow(), version, life);
    }
}
