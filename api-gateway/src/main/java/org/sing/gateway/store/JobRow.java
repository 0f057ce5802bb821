package org.sing.gateway.store;

import java.time.Instant;
import org.sing.gateway.domain.Job;
import org.sing.schemas.ArrayTask;
import org.sing.schemas.Json;

/** A job as the writer puts it into its table: the folded view, and beside it what lists are filtered by. */
record JobRow(
        String id,
        long number,
        String owner,
        String project,
        String phase,
        Instant submittedAt,
        Instant finishedAt,
        Long arrayNumber,
        Integer arrayIndex,
        long position,
        Job view) {

    static JobRow of(Job job, long position) {
        var identity = job.identity();
        return new JobRow(
                job.id(),
                identity.map(Job.Identity::number).orElse(0L),
                identity.map(Job.Identity::owner).orElse(""),
                identity.map(Job.Identity::project).orElse(""),
                job.life().phase().name(),
                identity.map(Job.Identity::submittedAt).orElse(null),
                job.life().finishedAt().orElse(null),
                identity.flatMap(Job.Identity::array).map(ArrayTask::number).orElse(null),
                identity.flatMap(Job.Identity::array).map(ArrayTask::index).orElse(null),
                position,
                job);
    }

    static Job read(String view) {
        return Json.read(view, Job.class);
    }
}
