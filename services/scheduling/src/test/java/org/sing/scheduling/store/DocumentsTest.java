package org.sing.scheduling.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Choice;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Job;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.core.StartRange;
import org.sing.schemas.Json;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsTest {
    private static final Instant NOW = Instant.parse("2026-09-01T08:00:00.123Z");
    private static final StartRange RANGE =
            new StartRange(NOW.plusSeconds(100), NOW.plusSeconds(200), NOW.plusSeconds(300), NOW.minusSeconds(1));

    @ParameterizedTest
    @MethodSource("records")
    void every_record_reads_back_as_it_was_written(Record written) {
        assertEquals(written, Json.read(Json.string(written), written.getClass()));
    }

    @Test
    void every_kind_of_record_was_tried() {
        assertEquals(8, records().map(Object::getClass).distinct().count());
    }

    @Test
    void an_estimate_was_tried_and_what_was_learned_of_another() {
        assertTrue(records()
                .anyMatch(record -> record instanceof Job job
                        && job.expected()
                                .filter(said -> said.last().isPresent())
                                .isPresent()));
        assertTrue(records()
                .anyMatch(record -> record instanceof Choice choice
                        && choice.aim().latest() != 0
                        && choice.aim().earliest() != 0));
    }

    /** A campus with a running, a stopping, a waiting, an overtaken and a requeued job, and a lost node. */
    static Stream<Record> records() {
        var core = new Core(Settings.DEFAULT.with(Rule.CAMPUS), Snapshot.EMPTY, 7);
        var account = new Account("ann", "vision");
        var gpus = List.of(new Node.Gpu("GPU-0", "A"), new Node.Gpu("GPU-1", "A"));
        for (var node : List.of("a", "b"))
            core.apply(new Event.NodeRegistered(node, "default", 1, gpus, 8, 64L << 30, List.of()), NOW);
        core.apply(new Event.LimitChanged(new Limit(Limit.Scope.PROJECT, "*", 3, 0, 16, 0)), NOW);
        for (var number = 1; number <= 5; number++) {
            var job = "job-" + number;
            var request = new Request(1, 1, "", 0, 0, List.of());
            core.apply(new Event.JobSubmitted(job, number, "default", account, request), NOW);
            core.apply(new Event.JobQueued(job, 1), NOW);
        }
        core.apply(new Event.JobSubmitted("job-6", 6, "default", account, new Request(2, 2, "", 0, 0, List.of())), NOW);
        core.apply(new Event.JobQueued("job-6", 1), NOW);
        core.expect(Map.of("job-5", Optional.of(RANGE)));
        core.apply(new Event.JobStopping("job-1", 1, false), NOW);
        core.apply(new Event.RankFinished("job-2-1", 0, false), NOW);
        core.apply(new Event.JobSubmitted("job-7", 7, "default", account, new Request(1, 1, "", 0, 0, List.of())), NOW);
        core.apply(new Event.JobQueued("job-7", 1), NOW);
        core.apply(new Event.RankFinished("job-3-1", 0, true), NOW);
        core.apply(new Event.JobRequeued("job-2", 1, List.of("a"), NOW.plusSeconds(30)), NOW);
        core.apply(new Event.NodeRegistered("c", "default", 1, List.of(), 8, 64L << 30, List.of()), NOW);
        core.apply(new Event.NodeLost("c", 1, NOW.plusSeconds(60)), NOW);
        core.apply(new Event.CordonRequested("c", "default", 1), NOW);
        core.explain();
        core.expect(Map.of("job-6", Optional.of(RANGE)));
        var state = core.snapshot();
        return Stream.of(
                        state.jobs(),
                        state.allocations(),
                        state.nodes(),
                        state.limits(),
                        state.heads(),
                        state.histories(),
                        state.overtakers(),
                        state.choices())
                .flatMap(List::stream);
    }
}
