package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.domain.Given.*;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadlineTest {
    private static final Instant DEADLINE = NOW.plus(Duration.ofHours(2));

    @Test
    void a_job_that_could_not_end_in_time_any_more_does_not_begin() {
        submitted(limited(3600, DEADLINE))
                .after(Duration.ofMinutes(59))
                .when(new Input.DeadlinePassed())
                .thenNothing()
                .after(Duration.ofMinutes(1))
                .when(new Input.DeadlinePassed())
                .then(
                        stopping(
                                1,
                                "It may run 3600 seconds, and could not end before its deadline, 2026-03-01T03:00:00Z, any more."))
                .in(JobPhase.CANCELLING)
                .when(new Input.DeadlinePassed())
                .thenNothing()
                .when(new Input.Withdrawn())
                .in(JobPhase.CANCELLED);
    }

    @Test
    void a_job_without_a_time_limit_may_begin_until_its_deadline() {
        submitted(limited(0, DEADLINE))
                .after(Duration.ofMinutes(119))
                .when(new Input.DeadlinePassed())
                .thenNothing()
                .after(Duration.ofMinutes(1))
                .when(new Input.DeadlinePassed())
                .then(stopping(1, "It had not started when its deadline came, 2026-03-01T03:00:00Z."));
    }

    @Test
    void a_job_that_runs_is_ended_at_its_deadline_and_not_before() {
        submitted(limited(3600, DEADLINE))
                .when(placed(1, "n1"), started(1, 0, 1))
                .after(Duration.ofMinutes(119))
                .when(new Input.DeadlinePassed())
                .thenNothing()
                .after(Duration.ofMinutes(1))
                .when(new Input.DeadlinePassed())
                .then(stopping(1, "Its deadline, 2026-03-01T03:00:00Z, has come."))
                .when(ended(1, 0, 1, EndCause.CANCELLED))
                .in(JobPhase.CANCELLED);
    }

    @Test
    void who_was_held_or_blocked_until_it_was_too_late_is_told_so_as_well() {
        submitted(limited(3600, DEADLINE))
                .when(hold())
                .after(Duration.ofHours(1))
                .when(new Input.DeadlinePassed())
                .in(JobPhase.CANCELLING);
    }

    @Test
    void a_job_knows_when_time_alone_ends_it() {
        assertEquals(Optional.empty(), queued().job().endsAt());
        var waits = submitted(limited(3600, DEADLINE));
        assertEquals(Optional.of(DEADLINE.minusSeconds(3600)), waits.job().endsAt());
        waits.when(placed(1, "n1"));
        assertEquals(Optional.of(DEADLINE), waits.job().endsAt());
        waits.when(started(1, 0, 1), lost(1, "n1"));
        assertEquals(Optional.empty(), waits.job().endsAt());
        waits.when(platform(1, "n1"));
        assertEquals(Optional.of(DEADLINE.minusSeconds(3600)), waits.job().endsAt());
        waits.when(cancel());
        assertEquals(Optional.empty(), waits.job().endsAt());
    }

    private static JobSpec limited(long seconds, Instant deadline) {
        return new JobSpec(
                        "train",
                        List.of("python main.py"),
                        Map.of(),
                        1,
                        1,
                        Optional.empty(),
                        0,
                        0,
                        seconds,
                        "default",
                        true,
                        false)
                .by(deadline);
    }

    private static Record stopping(int attempt, String reason) {
        return new JobEvent.Stopping("job_1", attempt, false, reason);
    }
}
