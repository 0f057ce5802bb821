package org.sing.platform.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Part;
import org.sing.platform.process.Launch;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;
import org.sing.platform.supervise.PartState.Phase;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SupervisorTest {

    @TempDir
    Path folder;

    @Test
    void a_killed_part_is_started_again() {
        var state = new StateFolder(folder).create();
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("part", "exec sleep 60")));
            var first = awaitReady(state, "part");
            first.signal(Signal.KILL);
            Awaitility.await()
                    .until(() -> state.running("part")
                            .filter(process -> !process.equals(first))
                            .isPresent());
        }
        assertEquals(Optional.empty(), state.running("part"));
    }

    @Test
    void a_new_supervisor_adopts_what_a_lost_one_left_running() {
        var state = new StateFolder(folder).create();
        var lost = new Keeper(new Shell("part", "exec sleep 60"), state);
        var thread = Thread.ofVirtual().start(lost);
        var left = awaitReady(state, "part");
        lost.stopKeeping();
        Awaitility.await().until(() -> !thread.isAlive());
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("part", "exec sleep 60")));
            assertEquals(left, awaitReady(state, "part"));
        }
        assertFalse(left.alive());
    }

    @Test
    void a_part_that_ends_at_once_is_reported_and_tried_again() {
        var state = new StateFolder(folder).create();
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("part", "echo no configuration; exit 1")));
            Awaitility.await()
                    .until(() -> PartState.read(state, "part")
                            .filter(known -> known.phase() == Phase.FAILED && known.starts() >= 2)
                            .isPresent());
        }
    }

    /** The supervisor looks for new parts again and again, also while it is told to stop. */
    @Test
    void nothing_begins_any_more_once_everything_was_stopped() {
        var state = new StateFolder(folder).create();
        var supervisor = new Supervisor(state);
        var parts = List.of(new Shell("part", "exec sleep 60"));
        supervisor.keep(parts);
        awaitReady(state, "part");
        supervisor.close();
        var before = PartState.read(state, "part");
        supervisor.keep(parts);
        assertEquals(before, PartState.read(state, "part"), "a part that is kept is noted at once");
        assertEquals(Optional.empty(), state.running("part"));
    }

    @Test
    void a_part_on_hold_stays_away_until_it_is_released() {
        var state = new StateFolder(folder).create();
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("part", "exec sleep 60")));
            var first = awaitReady(state, "part");
            state.hold("part");
            first.signal(Signal.KILL);
            Awaitility.await().until(() -> phase(state, "part").equals(Optional.of(Phase.STOPPED)));
            state.release("part");
            Awaitility.await().until(() -> state.running("part").isPresent());
        }
    }

    @Test
    void a_part_that_ignores_its_stop_is_killed() {
        var state = new StateFolder(folder).create();
        ProcessIdentity stubborn;
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("part", "trap '' TERM; while :; do sleep 1; done")));
            stubborn = awaitReady(state, "part");
        }
        assertFalse(stubborn.alive());
    }

    @Test
    void a_paused_part_is_woken_to_be_stopped() {
        var state = new StateFolder(folder).create();
        ProcessIdentity paused;
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("part", "exec sleep 60")));
            paused = awaitReady(state, "part");
            paused.signal(Signal.STOP);
        }
        assertFalse(paused.alive());
    }

    @Test
    void a_part_waits_for_what_it_needs() {
        var state = new StateFolder(folder).create();
        try (var supervisor = new Supervisor(state)) {
            supervisor.keep(List.of(new Shell("second", "exec sleep 60", "first")));
            Awaitility.await().until(() -> phase(state, "second").equals(Optional.of(Phase.WAITING)));
            assertTrue(state.running("second").isEmpty());
            supervisor.keep(List.of(new Shell("first", "exec sleep 60")));
            awaitReady(state, "second");
        }
    }

    private static ProcessIdentity awaitReady(StateFolder state, String part) {
        Awaitility.await().until(() -> phase(state, part).equals(Optional.of(Phase.READY)));
        return state.running(part).orElseThrow();
    }

    private static Optional<Phase> phase(StateFolder state, String part) {
        return PartState.read(state, part).map(PartState::phase);
    }

    private record Shell(String name, String script, String... needed) implements Part {
        @Override
        public List<Integer> ports() {
            return List.of();
        }

        @Override
        public Set<String> needs() {
            return Set.of(needed);
        }

        @Override
        public Optional<Path> missing() {
            return Optional.empty();
        }

        @Override
        public void prepare() {}

        @Override
        public Launch launch() {
            return new Launch(List.of("/bin/sh", "-c", script), Path.of("/"));
        }

        @Override
        public boolean ready(ProcessIdentity process) {
            return true;
        }

        @Override
        public Duration grace() {
            return Duration.ofSeconds(1);
        }

        @Override
        public Tier tier() {
            return Tier.SERVICES;
        }
    }
}
