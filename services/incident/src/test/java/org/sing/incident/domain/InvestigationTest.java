package org.sing.incident.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.incident.domain.Attempts.NOON;
import static org.sing.incident.domain.Attempts.PATIENCE_OVER;
import static org.sing.incident.domain.Attempts.asked;
import static org.sing.incident.domain.Attempts.attempt;
import static org.sing.incident.domain.Attempts.ended;
import static org.sing.incident.domain.Attempts.evidence;
import static org.sing.incident.domain.Attempts.exited;
import static org.sing.incident.domain.Attempts.scheduling;
import static org.sing.incident.domain.Attempts.stopped;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InvestigationTest {

    @Test
    void a_single_rank_that_failed_is_classified_at_once() {
        assertEquals(Optional.of("exit-code"), conclusion(NOON, exited(1)));
    }

    @Test
    void a_success_is_no_failure() {
        assertEquals(Optional.empty(), conclusion(PATIENCE_OVER, exited(0)));
        assertFalse(Investigation.concerns(exited(0)));
        assertTrue(Investigation.concerns(exited(1)));
    }

    @Test
    void a_cancelled_job_is_no_failure_unless_submission_asks() {
        assertEquals(Optional.empty(), conclusion(PATIENCE_OVER, stopped(Cause.CANCELLED)));
        assertEquals(
                Optional.empty(),
                conclusion(PATIENCE_OVER, ended(0, 2, Cause.CANCELLED, 143), ended(1, 2, Cause.GANG_ENDED, 143)));
        assertEquals(Optional.of("cancelled"), conclusion(NOON, stopped(Cause.CANCELLED), asked(Cause.CANCELLED)));
    }

    @Test
    void a_gang_is_classified_when_its_last_rank_is_over() {
        assertEquals(Optional.empty(), conclusion(PATIENCE_OVER, ended(0, 2, Cause.EXITED, 1)));
        assertEquals(
                Optional.of("exit-code"),
                conclusion(NOON, ended(0, 2, Cause.EXITED, 1), ended(1, 2, Cause.GANG_ENDED, 143)));
    }

    @Test
    void a_gang_of_which_every_rank_succeeded_is_no_failure() {
        assertEquals(
                Optional.empty(),
                conclusion(PATIENCE_OVER, ended(0, 2, Cause.EXITED, 0), ended(1, 2, Cause.EXITED, 0)));
    }

    @Test
    void a_rank_that_never_told_its_end_is_waited_for_briefly() {
        var told = new AttemptFact[] {ended(0, 2, Cause.EXITED, 1), scheduling(Cause.NODE_LOST, "gpu-1")};
        assertEquals(Optional.empty(), conclusion(PATIENCE_OVER.minusMillis(1), told));
        assertEquals(Optional.of("node-lost"), conclusion(PATIENCE_OVER, told));
    }

    @Test
    void submission_is_answered_well_before_it_stops_waiting() {
        assertEquals(Optional.of("unexplained"), conclusion(PATIENCE_OVER, asked(Cause.EXIT_UNKNOWN)));
        assertTrue(Investigation.PATIENCE.toSeconds() <= 5);
    }

    @Test
    void a_classified_attempt_is_never_classified_again() {
        var attempt = attempt(exited(1));
        var decided = attempt.decided(Rules.judge(evidence(attempt)));
        assertEquals(Optional.empty(), Investigation.conclude(evidence(decided), PATIENCE_OVER));
        assertEquals(decided, decided.learn(asked(Cause.NODE_LOST), NOON));
    }

    private static Optional<String> conclusion(Instant now, AttemptFact... facts) {
        return Investigation.conclude(evidence(attempt(facts)), now).map(Verdict::code);
    }
}
