package org.sing.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.SchedulingEvent.Placed;
import org.sing.schemas.SchedulingEvent.Share;
import org.sing.schemas.Topics;
import org.sing.schemas.Warning;
import org.sing.schemas.Where;

/** What a job wishes for reaches the scheduler. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WishesTest extends OnTheBus {

    @Test
    void a_job_runs_where_it_wants_to_on_as_many_nodes_as_are_free() {
        var nodes = List.of(Others.fresh("a"), Others.fresh("b"), Others.fresh("c"), Others.fresh("d"));
        for (var name : nodes) others.node(name, 1, model, 1);
        var named = submit(new Where(nodes.subList(0, 3), List.of(), false, Optional.empty(), 0), 1);
        assertEquals(Set.of(nodes.get(0)), placed(named));
        var refusing = submit(new Where(List.of(), nodes.subList(1, 3), false, Optional.empty(), 0), 1);
        assertEquals(Set.of(nodes.get(3)), placed(refusing));
        var ranging = submit(new Where(List.of(), List.of(), true, Optional.empty(), 3), 1);
        assertEquals(Set.copyOf(nodes.subList(1, 3)), placed(ranging));
        assertEquals(40, others.awaitStart(nodes.get(1), ranging + "-1").cpus());
    }

    @Test
    void a_signal_before_the_time_limit_is_handed_on_to_the_agent() {
        others.node(node, 1, model, 1);
        var warning = new Warning("USR1", 300, true);
        var job = submit(Others.spec(1, 1, model).hearing(warning));
        assertEquals(Optional.of(warning), others.awaitStart(node, job + "-1").warning());
    }

    private String submit(Where where, int nodes) {
        return submit(Others.spec(nodes, 1, model).at(where));
    }

    private Set<String> placed(String job) {
        return others.await(Topics.SCHEDULING_EVENTS, job, Placed.class).shares().stream()
                .map(Share::node)
                .collect(Collectors.toSet());
    }
}
