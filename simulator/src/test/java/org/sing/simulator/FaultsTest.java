package org.sing.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.traces.BadTrace;
import org.sing.traces.Trace;
import org.sing.traces.Traced;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FaultsTest {
    private static final Machines MACHINES = new Machines(2, 4);

    @TempDir
    private Path folder;

    @Test
    void a_gang_that_loses_a_node_starts_again_when_the_node_is_back() {
        var outcome = replay(new Faults.Fault(50, 1, false), new Faults.Fault(60, 1, true));
        var lived = outcome.result().lived().stream()
                .sorted(Comparator.comparingInt(Lived::number))
                .toList();
        assertEquals(
                List.of(new Attempt(0, 50, List.of(0, 1), 8), new Attempt(60, 160, List.of(0, 1), 8)),
                lived.getFirst().attempts());
        assertEquals(
                List.of(new Attempt(50, 60, List.of(0), 4)), lived.getLast().attempts());
        assertEquals(10, lived.getFirst().waited());
        assertEquals(1, outcome.figures().requeues());
        assertEquals(8 * 50 / 3600.0, outcome.figures().lostGpuHours());
    }

    @Test
    void a_job_whose_node_never_comes_back_is_counted_as_never_done() {
        var outcome = replay(new Faults.Fault(50, 1, false));
        assertEquals(1, outcome.figures().jobs());
        assertEquals(1, outcome.figures().unfinished());
    }

    @Test
    void a_log_is_read_in_days_and_a_node_is_back_when_its_last_fault_has_ended() throws IOException {
        var faults = read("""
            day,event,node,class
            1,fault_start,gpu-02,NIC
            2,fault_start,gpu-02,GPU
            3,fault_end,gpu-02,NIC
            4,fault_end,gpu-02,GPU
            5,fault_start,gpu-03,GPU
            6,fault_end,gpu-01,GPU
            """);
        assertEquals(
                List.of(new Faults.Fault(86_400, 1, false), new Faults.Fault(4 * 86_400, 1, true)), faults.faults());
        assertEquals(
                new TreeMap<>(Map.of(
                        "of a node that is not there", new Trace.Skipped(1, "row 6"),
                        "an end without a start", new Trace.Skipped(1, "node-00000"))),
                faults.skipped());
    }

    @Test
    void a_log_that_cannot_be_understood_is_refused_with_its_row() {
        refused("day,event,node\n1,broken,gpu-1\n", "row 2: 'broken' is neither fault_start nor fault_end");
        refused("day,event,node\n1,fault_end,gpu\n", "row 2: no number at the end of the node's name");
        refused("day,event,node\nx,fault_end,gpu-1\n", "row 2: day is no number: 'x'");
        refused("day,event\n", "row 1: faults.csv has no column node");
        refused("", "faults.csv is empty");
    }

    @Test
    void chance_is_the_same_for_the_same_seed() {
        assertEquals(Faults.random(9, 50, 5, 1e6, 1), Faults.random(9, 50, 5, 1e6, 1));
        assertNotEquals(Faults.random(9, 50, 5, 1e6, 1), Faults.random(9, 50, 5, 1e6, 2));
        var down = Faults.random(1000, 50, 5, 360_000, 1).faults().stream()
                .filter(fault -> !fault.ends())
                .count();
        assertTrue(down > 1700 && down < 1950, "1000 nodes for 100 h at one fault in 55 h: " + down);
    }

    private Comparison.Outcome replay(Faults.Fault... faults) {
        var jobs = List.of(job(1, 0, 100, 8), job(2, 20, 10, 4));
        var conditions =
                new Conditions(MACHINES, new Faults("", List.of(faults), new TreeMap<>()), Moments.TOGETHER, 0);
        return Comparison.of(
                        new Trace("small", jobs, new TreeMap<>()), conditions, List.of(Rules.SING), (rule, part) -> {})
                .outcomes()
                .get(Rules.SING);
    }

    private static Traced job(int id, double submit, double run, int gpus) {
        return new Traced("" + id, submit, run, gpus, 0, "ann", "", "", 0);
    }

    private void refused(String text, String message) {
        var refusal = assertThrows(BadTrace.class, () -> read(text));
        assertTrue(refusal.getMessage().startsWith(message), refusal.getMessage());
    }

    private Faults read(String text) throws IOException {
        return FaultFile.read(Files.writeString(folder.resolve("faults.csv"), text), 2);
    }
}
