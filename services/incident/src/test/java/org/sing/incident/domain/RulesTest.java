package org.sing.incident.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.incident.domain.Attempts.asked;
import static org.sing.incident.domain.Attempts.attempt;
import static org.sing.incident.domain.Attempts.end;
import static org.sing.incident.domain.Attempts.ended;
import static org.sing.incident.domain.Attempts.evidence;
import static org.sing.incident.domain.Attempts.exited;
import static org.sing.incident.domain.Attempts.failedStart;
import static org.sing.incident.domain.Attempts.killed;
import static org.sing.incident.domain.Attempts.scheduling;
import static org.sing.incident.domain.Attempts.stopped;
import static org.sing.incident.domain.Attempts.unseen;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {

    @Test
    void a_persons_wish_comes_before_everything_else() {
        assertEquals("user cancelled", verdict(ended(0, 2, Cause.OUT_OF_MEMORY, 1), ended(1, 2, Cause.CANCELLED, 143)));
        assertEquals("user requeued retry", verdict(stopped(Cause.REQUEUED), asked(Cause.REQUEUED)));
    }

    @Test
    void the_time_limit_is_a_matter_of_resources_and_not_tried_again() {
        assertEquals("resource time-limit", verdict(stopped(Cause.TIME_LIMIT)));
    }

    @Test
    void a_drain_is_the_platforms_wish_and_the_job_may_go_anywhere_again() {
        assertEquals("platform drained retry", verdict(stopped(Cause.DRAINED)));
    }

    @Test
    void a_node_that_lost_its_lease_is_avoided_next_time() {
        assertEquals("platform lease-lost retry not on gpu-0", verdict(stopped(Cause.LEASE_LOST)));
    }

    @Test
    void a_lost_node_is_to_blame_and_avoided_next_time() {
        assertEquals("platform node-lost retry not on gpu-7", verdict(scheduling(Cause.NODE_LOST, "gpu-7")));
    }

    @Test
    void the_rank_that_gave_up_because_its_peer_was_gone_is_not_to_blame() {
        assertEquals(
                "platform node-lost retry not on gpu-7",
                verdict(ended(0, 2, Cause.EXITED, 1), scheduling(Cause.NODE_LOST, "gpu-7")));
    }

    @Test
    void an_exit_that_nobody_saw_on_a_node_that_was_lost_is_the_nodes() {
        assertEquals(
                "platform node-lost retry not on gpu-0",
                verdictWith(NodePast.unknown("gpu-0").lost(3), unseen()));
    }

    @Test
    void a_cancelled_job_stays_cancelled_on_a_node_that_was_lost() {
        assertEquals(
                "user cancelled",
                verdictWith(NodePast.unknown("gpu-0").lost(3), stopped(Cause.CANCELLED), asked(Cause.CANCELLED)));
    }

    @Test
    void a_node_that_was_lost_before_the_job_began_explains_nothing() {
        assertEquals("user exit-code", verdictWith(NodePast.unknown("gpu-0").lost(2), exited(1)));
    }

    @Test
    void a_reboot_under_the_job_is_the_nodes() {
        assertEquals(
                "platform node-rebooted retry not on gpu-0",
                verdictWith(NodePast.unknown("gpu-0").registered(4, true), unseen()));
        assertEquals("user exit-code", verdictWith(NodePast.unknown("gpu-0").registered(3, true), exited(1)));
    }

    @Test
    void a_start_that_never_happened_is_tried_again() {
        assertEquals("platform start-refused retry", verdict(ended(0, 1, Cause.START_REFUSED, 0)));
        assertEquals("platform start-deadline retry", verdict(scheduling(Cause.START_DEADLINE, "gpu-7")));
    }

    @Test
    void too_much_memory_is_a_matter_of_resources_and_not_tried_again() {
        assertEquals("resource out-of-memory", verdict(ended(0, 1, Cause.OUT_OF_MEMORY, 137)));
        assertEquals("resource out-of-memory", verdict(ended(0, 1, Cause.OUT_OF_MEMORY, 139)));
    }

    @Test
    void a_crash_is_the_programs_own_whether_by_signal_or_by_the_shells_exit_code() {
        assertEquals("user crashed", verdict(killed(11)));
        assertEquals("user crashed", verdict(exited(139)));
        assertEquals("user ended-by-signal", verdict(exited(143)));
        assertEquals("resource process-limit", verdict(killed(25)));
    }

    @Test
    void a_kill_of_unknown_origin_is_not_explained_by_its_signal() {
        assertEquals("platform unexplained retry not on gpu-0", verdict(killed(9)));
        assertEquals("platform unexplained retry not on gpu-0", verdict(exited(137)));
    }

    @Test
    void the_agents_words_about_a_failed_start_tell_the_users_mistake_from_a_full_disk() {
        assertEquals("user cannot-start", verdict(failedStart("chdir /home/lin: No such file or directory")));
        assertEquals("platform scratch-full retry", verdict(failedStart("write: No space left on device")));
        assertEquals("resource quota-exceeded", verdict(failedStart("write: Disk quota exceeded")));
        assertEquals("platform storage-error retry", verdict(failedStart("open: Stale file handle")));
    }

    @Test
    void an_exit_code_is_the_programs_own() {
        assertEquals("user exit-code", verdict(exited(3)));
    }

    @Test
    void a_command_that_the_shell_could_not_find_or_execute_is_called_that() {
        assertEquals("user command-not-found", verdict(exited(127)));
        assertEquals("user not-executable", verdict(exited(126)));
    }

    @Test
    void the_rank_that_failed_first_speaks_for_the_gang() {
        assertEquals(
                "user crashed",
                verdict(
                        end(0, 3, Cause.EXITED, Optional.empty(), Optional.of(11), ""),
                        ended(1, 3, Cause.EXITED, 1),
                        ended(2, 3, Cause.GANG_ENDED, 143)));
    }

    @Test
    void a_rank_that_was_swept_away_never_speaks_even_if_its_clock_is_behind() {
        assertEquals("user crashed", verdict(ended(0, 2, Cause.GANG_ENDED, 143), ended(1, 2, Cause.EXITED, 139)));
    }

    @Test
    void what_submission_knows_counts_when_no_agent_told_anything() {
        assertEquals("resource out-of-memory", verdict(asked(Cause.OUT_OF_MEMORY)));
        assertEquals("platform unexplained retry not on gpu-0", verdict(asked(Cause.EXITED)));
    }

    @Test
    void the_unexplained_gets_one_more_try_and_the_same_again_is_the_jobs_own() {
        var first = attempt(killed(9));
        var earlier = List.of(first.decided(Rules.judge(evidence(first))));
        assertEquals("user unexplained-again", words(Rules.judge(new Evidence(attempt(killed(9)), Map.of(), earlier))));
        assertEquals(
                "platform unexplained retry not on gpu-0",
                words(Rules.judge(new Evidence(attempt(unseen()), Map.of(), earlier))));
    }

    @Test
    void every_cause_has_a_verdict_in_a_sentence() {
        for (var cause : Cause.values()) {
            var verdict = Rules.judge(evidence(attempt(asked(cause))));
            assertTrue(verdict.sentence().endsWith("."), cause + ": " + verdict.sentence());
            assertTrue(verdict.code().matches("[a-z]+(-[a-z]+)*"), verdict.code());
        }
    }

    private static String verdict(AttemptFact... facts) {
        return words(Rules.judge(evidence(attempt(facts))));
    }

    private static String verdictWith(NodePast past, AttemptFact... facts) {
        return words(Rules.judge(evidence(attempt(facts), past)));
    }

    private static String words(Verdict verdict) {
        return verdict.category().name().toLowerCase()
                + " " + verdict.code()
                + (verdict.retry() ? " retry" : "")
                + (verdict.excludeNode().isEmpty() ? "" : " not on " + verdict.excludeNode());
    }
}
