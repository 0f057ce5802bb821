package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeTest {

    @Test
    void an_acknowledged_cordon_lists_what_is_in_flight_and_nothing_starts_there_any_more() {
        campus().node("a", 8)
                .job("j1", 4)
                .when(new Event.CordonRequested("a", "default", 1))
                .then("cordon a true", "a cordoned, in flight [j1-1]")
                .job("j2", 4)
                .thenFacts("j2 waits: BLOCKED/nodes-unavailable")
                .when(new Event.NodeResumed("a", 2))
                .then("cordon a false", "j2-1 on a", "start j2-1 at a under 1");
    }

    @Test
    void draining_waits_requeues_or_kills() {
        for (var mode : Event.Drain.values()) {
            var campus = campus().node("a", 8).job("j1", 4).when(new Event.CordonRequested("a", "default", 1));
            campus.when(new Event.NodeDraining("a", 1, mode));
            switch (mode) {
                case WAIT -> campus.then();
                case REQUEUE -> campus.then("stop j1-1 at a DRAINED");
                case KILL -> campus.then("stop j1-1 at a CANCELLED");
            }
        }
    }

    @Test
    void one_rank_that_ends_badly_ends_the_gang_and_its_gpus_are_free_when_all_are_over() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 2, 8)
                .when(new Event.RankFinished("j1-1", 1, false))
                .then("stop j1-1 at a GANG_ENDED")
                .when(new Event.RankFinished("j1-1", 0, false))
                .then("j1-1 released");
    }

    @Test
    void a_rank_that_ends_well_leaves_the_others_alone() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 2, 8)
                .when(new Event.RankFinished("j1-1", 1, true))
                .then();
    }

    @Test
    void the_attempt_of_a_lost_node_ends_only_when_its_jobs_must_be_dead() {
        var campus = campus().node("a", 8).job("j1", 8);
        campus.when(new Event.NodeLost("a", 1, campus.now().plusSeconds(60))).then();
        assertEquals(campus.now().plusSeconds(60), campus.core().due().orElseThrow());
        campus.timePasses(59).then();
        campus.timePasses(1).then("j1-1 ended NODE_LOST of a", "j1-1 released");
    }

    @Test
    void a_node_that_comes_back_without_its_job_ends_the_attempt_and_with_it_goes_on() {
        var lost = campus().node("a", 8).job("j1", 8);
        lost.when(new Event.NodeLost("a", 1, lost.now().plusSeconds(60)));
        lost.node("a", "A", 8, 2).then().timePasses(29).then();
        lost.timePasses(1).thenFacts("j1-1 ended NODE_LOST of a", "j1-1 released");

        var kept = campus().node("a", 8).job("j1", 8);
        kept.when(new Event.NodeLost("a", 1, kept.now().plusSeconds(60)));
        kept.node("a", "A", 8, 2, new Event.Live("j1", 1, "j1-1", 0)).then();
        kept.timePasses(60).then().finished("j1-1").thenFacts("j1-1 released");
    }

    @Test
    void the_other_ranks_of_a_gang_end_with_the_lost_one() {
        var campus = campus().node("a", 8).node("b", 8).job("j1", 2, 8);
        campus.when(new Event.NodeLost("b", 1, campus.now()));
        campus.timePasses(0).then("j1-1 ended NODE_LOST of b", "stop j1-1 at a GANG_ENDED");
    }

    @Test
    void an_end_that_the_agent_still_owed_when_it_came_back_counts() {
        var campus = campus().node("a", 8).job("j1", 8);
        campus.node("a", "A", 8, 2).then().after(29).finished("j1-1").thenFacts("j1-1 released");
        campus.timePasses(60).then();
    }

    @Test
    void an_attempt_is_not_called_lost_while_a_report_of_its_end_may_lie_unheard() {
        for (var news : List.of(lostAndSilent(), backWithoutItsJob())) {
            news.after(600)
                    .when(new Event.TimePassed(news.now().minusSeconds(600)))
                    .then()
                    .finished("j1-1")
                    .thenFacts("j1-1 released");
        }
    }

    private static Scenario lostAndSilent() {
        var campus = campus().node("a", 8).job("j1", 8);
        return campus.when(new Event.NodeLost("a", 1, campus.now().plusSeconds(1)));
    }

    private static Scenario backWithoutItsJob() {
        return campus().node("a", 8).job("j1", 8).node("a", "A", 8, 2);
    }

    @Test
    void an_agent_that_starts_twice_in_a_row_gets_the_whole_time_for_its_reports() {
        var campus = campus().node("a", 8).job("j1", 8);
        campus.node("a", "A", 8, 2)
                .after(29)
                .node("a", "A", 8, 3)
                .timePasses(29)
                .then();
        campus.timePasses(1).thenFacts("j1-1 ended NODE_LOST of a", "j1-1 released");
    }

    @Test
    void what_started_under_the_new_lease_goes_on_when_what_was_left_under_the_old_one_is_given_up() {
        var campus = campus().node("a", 8).job("j1", 4).node("a", "A", 8, 2).job("j2", 4);
        campus.timePasses(30).thenFacts("j1-1 ended NODE_LOST of a", "j1-1 released");
        campus.finished("j2-1").thenFacts("j2-1 released");
    }

    @Test
    void a_start_that_the_agent_passed_over_is_sent_again_and_given_up_after_its_deadline() {
        var campus = campus().node("a", 8).job("j1", 8);
        var silent = new Event.NodeRenewed("a", 1, 9, List.of());
        campus.when(silent).then().after(10).when(silent).then("start j1-1 at a under 1");
        campus.after(60).when(silent).then().after(30).when(silent).then();
        assertEquals(campus.now(), campus.core().due().orElseThrow());
        campus.timePasses(0).then().when(silent).thenFacts("j1-1 ended START_DEADLINE of a", "j1-1 released");
    }

    @Test
    void a_start_that_the_agent_has_not_come_to_yet_is_waited_for() {
        var campus = campus().node("a", 8).job("j1", 8);
        var busy = new Event.NodeRenewed("a", 1, 0, List.of());
        campus.when(busy).after(3600).when(busy).then();
    }

    @Test
    void a_live_job_that_nobody_knows_is_stopped_once_that_lasted() {
        var campus = campus().node("a", 8);
        var ghost = new Event.NodeRenewed("a", 1, 0, List.of(new Event.Live("j9", 3, "j9-3", 0)));
        campus.when(ghost).then().after(10).when(ghost).then("stop j9-3 at a CANCELLED");
    }

    @Test
    void a_new_leader_sends_unanswered_starts_again_under_its_epoch_and_the_same_name() {
        var campus = campus().node("a", 8).job("j1", 4).job("j2", 4);
        campus.when(new Event.RankStarted("j1-1", 0));
        campus.when(new Event.LeadTaken(2)).then("start j2-1 at a under 2");
    }

    @Test
    void a_new_leader_sends_unfinished_stops_again() {
        var campus = campus().node("a", 8).job("j1", 4);
        campus.when(new Event.JobStopping("j1", 1, false)).then("stop j1-1 at a CANCELLED");
        campus.when(new Event.LeadTaken(2)).then("stop j1-1 at a CANCELLED");
    }

    @Test
    void a_job_is_stopped_once_and_for_the_first_cause() {
        campus().node("a", 8)
                .job("j1", 4)
                .when(new Event.JobStopping("j1", 1, true))
                .then("stop j1-1 at a REQUEUED")
                .when(new Event.JobStopping("j1", 1, false))
                .then();
    }
}
