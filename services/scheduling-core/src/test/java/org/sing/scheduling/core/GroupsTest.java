package org.sing.scheduling.core;

import static org.sing.scheduling.core.Scenario.campus;
import static org.sing.scheduling.core.Scenario.request;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Nodes belong to resource groups, and may move. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GroupsTest {
    @Test
    void a_job_runs_only_on_nodes_of_its_group() {
        campus().when(node("a", "default", 1))
                .when(node("b", "vision", 1))
                .when(job(1, "vision", 8))
                .when(queued(1))
                .thenFacts("j1-1 on b")
                .when(job(2, "vision", 1))
                .when(queued(2))
                .thenFacts("j2 waits: WAITING/gpus");
    }

    @Test
    void a_node_that_moves_is_there_for_its_new_group_and_for_the_old_one_no_longer() {
        campus().when(node("a", "default", 1))
                .when(job(1, "vision", 8))
                .when(queued(1))
                .thenFacts("vision is under sing after ", "j1 waits: NEVER_FITS/inventory")
                .when(node("a", "vision", 2))
                .thenFacts("j1-1 on a")
                .when(job(2, "default", 1))
                .when(queued(2))
                .thenFacts("j2 waits: NEVER_FITS/inventory");
    }

    @Test
    void a_node_that_moved_takes_no_more_jobs_of_its_old_group() {
        campus().when(node("a", "default", 1))
                .when(node("b", "default", 1))
                .when(node("a", "vision", 2))
                .job("j1", 8)
                .thenFacts("j1-1 on b")
                .job("j2", 8)
                .thenFacts("j2 waits: WAITING/gpus");
    }

    @Test
    void a_node_keeps_its_group_while_something_of_it_runs_there() {
        campus().when(node("a", "default", 1))
                .when(job(1, "default", 1))
                .when(queued(1))
                .when(job(2, "vision", 1))
                .when(queued(2))
                .when(node("a", "vision", 2, new Event.Live("j1", 1, "j1-1", 0)))
                .thenFacts()
                .finished("j1-1")
                .thenFacts("j1-1 released")
                .when(node("a", "vision", 3))
                .thenFacts("j2-1 on a");
    }

    @Test
    void a_node_that_was_set_aside_for_the_first_of_a_queue_may_move_away() {
        campus(Rule.campus(Duration.ofMinutes(1), Duration.ofMinutes(1)))
                .when(node("a", "default", 1))
                .when(node("b", "default", 1))
                .when(node("c", "default", 1))
                .node("small", 1)
                .job("j1", 8)
                .job("j2", 8)
                .job("j3", 2, 8)
                .job("j4", 8)
                .after(600)
                .job("j5", 2)
                .finished("j4-1")
                .thenFacts("j4-1 released")
                .job("j6", 1)
                .thenFacts("j6-1 on small past j3 0->0")
                .when(node("c", "vision", 2))
                .finished("j1-1")
                .finished("j2-1")
                .thenFacts("j2-1 released", "j3-1 on a,b");
    }

    private static Event node(String name, String group, long incarnation, Event.Live... adopted) {
        var gpus = IntStream.range(0, 8)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                .toList();
        return new Event.NodeRegistered(name, group, incarnation, gpus, 40, 256, List.of(adopted));
    }

    private static Event job(int number, String group, int gpus) {
        return new Event.JobSubmitted("j" + number, number, group, new Account("ann", ""), request(1, gpus));
    }

    private static Event queued(int number) {
        return new Event.JobQueued("j" + number, 1);
    }
}
