package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From 09:00 to 11:00 of a day that begins at 08:00. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WindowsTest {
    private static final Instant EIGHT = Instant.parse("2026-09-01T08:00:00Z");
    private static final Instant NINE = Instant.parse("2026-09-01T09:00:00Z");
    private static final Instant ELEVEN = Instant.parse("2026-09-01T11:00:00Z");

    @Test
    void before_a_maintenance_only_those_start_who_are_over_when_it_begins() {
        maintenance("a")
                .job("j1", limited(3601, ""))
                .thenFacts("j1 waits: BLOCKED/reserved")
                .thenWaits(
                        "j1",
                        "reserved",
                        0,
                        0,
                        1,
                        "Nodes that could hold it are reserved: repair (2026-09-01T09:00:00Z to 2026-09-01T11:00:00Z). It could"
                                + " not end before; with a shorter time limit it could start.")
                .job("j2", limited(0, ""))
                .thenWaits(
                        "j2",
                        "reserved",
                        0,
                        0,
                        1,
                        "Nodes that could hold it are reserved: repair (2026-09-01T09:00:00Z to 2026-09-01T11:00:00Z). It has no"
                                + " time limit; with one that ends before, it could start.")
                .job("j3", limited(2880, ""))
                .thenFacts("j3-1 on a");
    }

    @Test
    void who_waits_until_a_maintenance_is_over_does_not_keep_the_others_waiting() {
        maintenance("a")
                .job("j1", new Request(1, 8, "", 0, 0, List.of()))
                .thenFacts("j1 waits: BLOCKED/reserved")
                .job("j2", limited(60, ""))
                .thenFacts("j2-1 on a");
    }

    @Test
    void the_nearer_a_maintenance_the_shorter_the_jobs_that_still_start() {
        maintenance("a")
                .after(720)
                .job("j1", limited(2880, ""))
                .thenFacts("j1-1 on a")
                .after(1)
                .job("j2", limited(2880, ""))
                .thenFacts("j2 waits: BLOCKED/reserved");
    }

    @Test
    void a_job_may_last_until_the_very_moment() {
        campus().node("a", 8)
                .after(720)
                .when(reserve("repair", List.of(), "a"))
                .job("j1", limited(2880, ""))
                .thenFacts("j1-1 on a");
    }

    @Test
    void what_waits_and_becomes_too_long_is_told_so_when_that_happens() {
        maintenance("a").job("j1", limited(2880, "")).job("j2", limited(2880, 8));
        var waiting = maintenance("a").job("j1", limited(60, 8)).job("j2", limited(2880, 8));
        assertEquals("gpus", waiting.core().why("j2").orElseThrow().constraint());
        assertEquals(
                Optional.of(EIGHT.plusSeconds(720).plusMillis(1)),
                waiting.core().due());
        waiting.timePasses(721).thenFacts("j2 waits: BLOCKED/reserved");
    }

    @Test
    void what_runs_when_a_maintenance_begins_goes_back_to_the_queue_and_runs_again_after_it() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 8)
                .when(reserve("repair", List.of(), "a"))
                .then("reservation repair is PLANNED", "c accepted")
                .timePasses(3600)
                .then("reservation repair is ACTIVE", "stop j1-1 at a DRAINED")
                .job("j2", 1)
                .thenFacts("j2-1 on b")
                .timePasses(7200)
                .thenFacts("reservation repair is OVER")
                .job("j3", 8)
                .finished("j1-1")
                .thenFacts("j1-1 released", "j3-1 on a");
    }

    @Test
    void nobody_else_starts_in_a_reservation_and_those_it_is_for_start_nowhere_else() {
        var campus = campus().node("a", 8).node("b", 8).when(reserve("course", List.of("vision"), "a"));
        var request = limited(0, "course");
        campus.job("j1", new Account("ann", "vision"), request)
                .thenWaits("j1", "reservation", 0, 0, 1, "Its reservation course begins at 2026-09-01T09:00:00Z.")
                .job("j2", new Account("bob", "speech"), request)
                .thenWaits("j2", "reservation", 0, 0, 1, "The reservation course is not for its project.")
                .job("j3", new Account("ann", "vision"), limited(0, "lecture"))
                .thenWaits("j3", "reservation", 0, 0, 1, "There is no reservation lecture, or it is over.")
                .timePasses(3600)
                .thenFacts("reservation course is ACTIVE", "j1-1 on a")
                .job("j4", 8)
                .thenFacts("j4-1 on b")
                .job("j5", 1)
                .thenFacts("j5 waits: WAITING/gpus");
    }

    @Test
    void what_belongs_to_a_reservation_stays_when_it_is_made_longer() {
        campus().node("a", 8)
                .when(reserve("course", List.of("vision"), "a"))
                .timePasses(3600)
                .job("j1", new Account("ann", "vision"), limited(0, "course"))
                .when(new Event.Reserve(
                        "c", true, "course", List.of("a"), NINE, ELEVEN.plusSeconds(3600), List.of("vision"), ""))
                .then("reservation course is PLANNED", "c accepted", "reservation course is ACTIVE")
                .timePasses(7200)
                .then();
    }

    @Test
    void a_reservation_that_is_given_up_keeps_nobody_away() {
        maintenance("a")
                .job("j1", 8)
                .thenFacts("j1 waits: BLOCKED/reserved")
                .when(new Event.Unreserve("c", true, "repair"))
                .thenFacts("reservation repair is OVER", "c accepted", "j1-1 on a")
                .when(new Event.Unreserve("c", true, "repair"))
                .then("c refused: There is no reservation repair any more.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        a   | 3600 | 3600 | true  | A reservation ends after it begins.
        a   | -120 | -60  | true  | This reservation would be over already.
        z   | 60   | 120  | true  | There is no node z.
        a   | 60   | 120  | false | Only operators reserve nodes.
        a   | 7200 | 9000 | true  | The reservation repair keeps some of these nodes from 2026-09-01T09:00:00Z to 2026-09-01T11:00:00Z.
        """)
    void what_cannot_be_reserved_is_refused(String node, long from, long until, boolean allowed, String refusal) {
        maintenance("a")
                .when(new Event.Reserve(
                        "c",
                        allowed,
                        "other",
                        List.of(node),
                        EIGHT.plusSeconds(from),
                        EIGHT.plusSeconds(until),
                        List.of(),
                        ""))
                .then("c refused: " + refusal);
    }

    @Test
    void one_reservation_may_follow_another() {
        maintenance("a")
                .when(new Event.Reserve(
                        "c", true, "other", List.of("a"), ELEVEN, ELEVEN.plusSeconds(60), List.of(), ""))
                .then("reservation other is PLANNED", "c accepted");
    }

    @Test
    void a_new_leader_keeps_what_is_reserved() {
        var before = maintenance("a").core().snapshot();
        var core = new Core(Settings.DEFAULT, before, 2);
        core.apply(new Event.LeadTaken(2), EIGHT);
        var job = limited(0, "");
        core.apply(
                List.of(
                        new Event.JobSubmitted("j1", 1, "default", new Account("ann", ""), job),
                        new Event.JobQueued("j1", 1)),
                EIGHT.plus(Duration.ofMinutes(1)));
        assertEquals("reserved", core.why("j1").orElseThrow().constraint());
        assertEquals(before.windows(), core.snapshot().windows());
    }

    @Test
    void a_node_that_joins_again_is_still_reserved() {
        maintenance("a").node("a", "A", 8, 2).job("j1", 1).thenFacts("j1 waits: BLOCKED/reserved");
    }

    @Test
    void a_node_that_moves_to_another_group_is_still_reserved() {
        var gpus = List.of(new Node.Gpu("gpu0", "A"));
        var core = maintenance("a")
                .when(new Event.NodeRegistered("a", "other", 2, gpus, 40, 256, List.of()))
                .core();
        var job = new Event.JobSubmitted("j1", 1, "other", new Account("ann", ""), Scenario.request(1, 1));
        core.apply(List.of(job, new Event.JobQueued("j1", 1)), EIGHT);
        assertEquals("reserved", core.why("j1").orElseThrow().constraint());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,60", "60,60", "61,90", "91,120", "3600,3840", "5760,5760", "99999999,0"})
    void limits_are_rounded_up_to_few_lengths(long seconds, long rounded) {
        assertEquals(rounded, Runtimes.rounded(seconds));
    }

    private static Scenario maintenance(String node) {
        return campus().node(node, 8).when(reserve("repair", List.of(), node));
    }

    private static Event reserve(String name, List<String> projects, String... nodes) {
        return new Event.Reserve("c", true, name, List.of(nodes), NINE, ELEVEN, projects, "");
    }

    private static Request limited(long seconds, String reservation) {
        return request(1, seconds, reservation);
    }

    private static Request limited(long seconds, int gpus) {
        return request(gpus, seconds, "");
    }

    private static Request request(int gpus, long seconds, String reservation) {
        return new Request(
                1, gpus, "", 0, 0, List.of(), 1, new Where(List.of(), List.of(), false, reservation), seconds, 0);
    }
}
