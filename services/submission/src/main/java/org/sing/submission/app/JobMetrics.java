package org.sing.submission.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobSpec;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Job.Change;

/** What operators watch: how long jobs wait, and how they end. Counts only what is committed. */
@ApplicationScoped
public class JobMetrics {
    private static final Duration[] BUCKETS = {
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        Duration.ofHours(6),
        Duration.ofHours(24)
    };

    private final MeterRegistry meters;
    private final Clock clock;

    JobMetrics(MeterRegistry meters, Clock clock) {
        this.meters = meters;
        this.clock = clock;
    }

    public void committed(List<Change> changes) {
        for (var change : changes) for (var event : change.events()) count(change.job(), event);
    }

    private void count(Job job, Record event) {
        var queue = job.spec().map(JobSpec::resourceGroup).orElse("");
        if (event instanceof JobEvent.Starting starting && starting.attempt() == 1)
            Timer.builder("sing.job.wait")
                    .tag("queue", queue)
                    .serviceLevelObjectives(BUCKETS)
                    .register(meters)
                    .record(Duration.between(job.submittedAt(), clock.instant()));
        if (event instanceof JobEvent.Finished finished)
            meters.counter(
                            "sing.jobs.finished",
                            "queue",
                            queue,
                            "outcome",
                            finished.phase().name().toLowerCase(Locale.ROOT),
                            "category",
                            finished.category())
                    .increment();
    }
}
