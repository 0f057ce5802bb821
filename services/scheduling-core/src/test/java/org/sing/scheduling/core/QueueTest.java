package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;
import static org.sing.scheduling.core.Scenario.request;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueueTest {

    @Test
    void a_job_that_fits_starts_at_once() {
        campus().node("a", 8).job("j1", 2).thenFacts("j1-1 on a");
    }

    @Test
    void a_small_later_job_overtakes_a_head_that_does_not_fit_and_spends_its_budget() {
        campus().node("a", 8)
                .job("j1", 4)
                .job("j2", 8)
                .job("j3", 2)
                .thenFacts("j3-1 on a past j2 8->6")
                .job("j4", 2)
                .thenFacts("j4-1 on a past j2 6->4");
    }

    @Test
    void the_budget_is_not_refunded_when_an_overtaker_ends_while_the_same_head_waits() {
        var campus = campus().node("a", 8).job("j1", 4).job("j2", 8);
        campus.job("j3", 4).thenFacts("j3-1 on a past j2 8->4");
        campus.finished("j3-1").job("j4", 4).thenFacts("j4-1 on a past j2 4->0");
        campus.finished("j4-1").job("j5", 1).thenFacts("j5 waits: WAITING/budget");
        campus.finished("j1-1").thenFacts("j1-1 released", "j2-1 on a", "j5 waits: WAITING/gpus");
    }

    @Test
    void the_next_head_gets_a_budget_of_its_own() {
        campus().node("a", 8)
                .job("j1", 4)
                .job("j2", 8)
                .job("j3", 4)
                .job("j4", 8)
                .when(new Event.JobStopping("j2", 0, false))
                .finished("j3-1")
                .job("j5", 4)
                .thenFacts("j5-1 on a past j4 8->4");
    }

    @Test
    void the_budget_is_not_refilled_when_the_head_is_held_and_released() {
        var campus = campus().node("a", 8).job("j1", 4).job("j2", 8);
        campus.job("j3", 4).thenFacts("j3-1 on a past j2 8->4");
        campus.when(new Event.JobHeld("j2")).when(new Event.JobQueued("j2", 1));
        campus.finished("j3-1").job("j4", 4).thenFacts("j4-1 on a past j2 4->0");
        campus.when(new Event.JobHeld("j2")).when(new Event.JobQueued("j2", 1));
        campus.finished("j4-1").job("j5", 1).thenFacts("j5 waits: WAITING/budget");
    }

    @Test
    void the_budget_is_not_refilled_when_an_earlier_job_is_head_now_and_then() {
        var campus = campus().node("a", 8).limit("eve", 1, 0, 0).job("j1", 4);
        campus.job("j2", new Account("eve", ""), request(1, 1)).job("j3", new Account("eve", ""), request(1, 8));
        campus.job("j4", 8).job("j5", 2).thenFacts("j5-1 on a past j4 8->6");
        campus.finished("j2-1").when(new Event.JobHeld("j3"));
        campus.job("j6", 2).thenFacts("j6-1 on a past j4 6->4");
    }

    @Test
    void a_job_that_ran_and_waits_again_has_its_whole_budget_again() {
        var campus = campus().node("a", 8).job("j1", 4).job("j2", 8);
        campus.job("j3", 4).thenFacts("j3-1 on a past j2 8->4");
        campus.finished("j1-1").finished("j3-1");
        campus.job("j4", 4);
        campus.when(new Event.RankFinished("j2-1", 0, false)).thenFacts("j2-1 released", "j4-1 on a");
        campus.when(new Event.JobRequeued("j2", 1, List.of(), campus.now()));
        campus.job("j5", 2).thenFacts("j5-1 on a past j2 8->6");
    }

    @Test
    void nobody_overtakes_under_plain_first_come_first_served() {
        campus(Rule.FCFS)
                .node("a", 8)
                .job("j1", 4)
                .job("j2", 8)
                .job("j3", 1)
                .thenFacts("j3 waits: WAITING/head-of-queue");
    }

    @Test
    void a_job_over_its_users_limit_is_not_the_head_and_costs_no_budget() {
        campus().node("a", 8)
                .limit("ann", 1, 0, 0)
                .job("j1", 4)
                .job("j2", 8)
                .thenFacts("j2 waits: BLOCKED/user-running-jobs")
                .job("j3", new Account("bob", ""), request(1, 4))
                .thenFacts("j3-1 on a");
    }

    @Test
    void a_job_may_start_when_the_limit_is_raised() {
        campus().node("a", 8)
                .limit("*", 0, 2, 0)
                .job("j1", 4)
                .thenFacts("j1 waits: BLOCKED/user-running-gpus")
                .after(1)
                .limit("ann", 0, 4, 0)
                .thenFacts("j1-1 on a");
    }

    @Test
    void a_lower_limit_kills_nothing() {
        campus().node("a", 8).job("j1", 4).limit("ann", 0, 1, 0).then();
    }

    @Test
    void a_job_wider_than_the_limit_of_nodes_waits_without_blocking_others() {
        campus().node("a", 8)
                .node("b", 8)
                .limit("*", 0, 0, 1)
                .job("j1", 2, 4)
                .thenFacts("j1 waits: BLOCKED/user-nodes-per-job")
                .job("j2", 8)
                .thenFacts("j2-1 on a");
    }

    @Test
    void what_no_node_could_ever_hold_is_told_so_and_starts_once_such_a_node_joins() {
        campus().node("a", 4)
                .job("j1", 8)
                .thenFacts("j1 waits: NEVER_FITS/inventory")
                .job("j2", 4)
                .thenFacts("j2-1 on a")
                .node("b", 8)
                .thenFacts("j1-1 on b");
    }

    @Test
    void a_released_job_keeps_its_arrival_place() {
        campus().node("a", 8)
                .job("j1", 8)
                .job("j2", 8)
                .job("j3", 8)
                .when(new Event.JobHeld("j2"))
                .thenFacts("j2 waits: BLOCKED/held")
                .when(new Event.JobQueued("j2", 1))
                .finished("j1-1")
                .thenFacts("j1-1 released", "j2-1 on a");
    }

    @Test
    void a_requeued_job_keeps_its_arrival_place_and_avoids_the_node_that_failed_it() {
        var campus =
                campus().node("a", 8).node("b", 8).job("j1", 8).job("j2", 8).job("j3", 8);
        campus.when(new Event.RankFinished("j1-1", 0, false)).thenFacts("j1-1 released", "j3-1 on a");
        campus.when(new Event.JobRequeued("j1", 1, List.of("a"), campus.now()));
        campus.job("j4", 8).finished("j2-1").thenFacts("j2-1 released", "j1-2 on b");
    }

    @Test
    void what_is_said_about_an_older_attempt_changes_nothing() {
        var campus = campus().node("a", 8).job("j1", 8);
        var again = new Event.JobRequeued("j1", 1, List.of(), campus.now());
        campus.when(new Event.RankFinished("j1-1", 0, false)).when(again).thenFacts("j1-2 on a");
        campus.when(again).finished("j1-1").then().finished("j1-2").then("j1-2 released");
    }

    @Test
    void a_requeued_job_waits_until_it_is_eligible() {
        var campus = campus().node("a", 8).job("j1", 8);
        campus.when(new Event.RankFinished("j1-1", 0, false));
        campus.when(new Event.JobRequeued("j1", 1, List.of(), campus.now().plusSeconds(30)))
                .thenFacts("j1 waits: BLOCKED/not-yet-eligible");
        campus.timePasses(30).thenFacts("j1-2 on a");
    }

    @Test
    void a_cancelled_job_that_was_never_placed_is_withdrawn() {
        campus().node("a", 8)
                .job("j1", 8)
                .job("j2", 8)
                .when(new Event.JobStopping("j2", 0, false))
                .then("j2 withdrawn")
                .finished("j1-1")
                .thenFacts("j1-1 released");
    }

    @Test
    void a_cancelled_job_is_never_placed_whatever_is_said_later() {
        campus().node("a", 8)
                .when(new Event.JobSubmitted("j1", 1, "default", new Account("ann", ""), request(1, 1)))
                .when(new Event.JobStopping("j1", 0, false))
                .then("j1 withdrawn")
                .when(new Event.JobQueued("j1", 1))
                .then();
    }

    @Test
    void a_stop_of_what_has_already_finished_says_nothing() {
        campus().node("a", 8)
                .job("j1", 8)
                .finished("j1-1")
                .when(new Event.JobStopping("j1", 1, false))
                .then();
    }

    @Test
    void why_a_job_waits_names_its_place() {
        var campus =
                campus().node("a", 8).job("j1", 8).job("j2", 8).job("j3", 4).job("j4", 2);
        var answer = campus.core().why("j4").orElseThrow();
        assertEquals("gpus", answer.constraint());
        assertEquals(2, answer.jobsAhead());
        assertEquals(12, answer.gpusAhead());
        assertEquals(8, answer.limit());
        assertEquals(8, answer.current());
    }

    @Test
    void the_same_answer_is_not_given_twice() {
        campus().node("a", 8)
                .job("j1", 8)
                .job("j2", 8)
                .thenFacts("j2 waits: WAITING/gpus")
                .job("j3", 8)
                .thenFacts("j3 waits: WAITING/gpus")
                .finished("j1-1")
                .thenFacts("j1-1 released", "j2-1 on a");
    }
}
