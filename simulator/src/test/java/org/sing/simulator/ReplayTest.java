package org.sing.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sing.traces.Trace;
import org.sing.traces.TraceFile;
import org.sing.traces.Traced;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayTest {

    /** Two nodes of four GPUs: half of both is taken until 100, then the large job wants both. */
    @ParameterizedTest
    @CsvSource({
        "fcfs, 0 0 99 109 109",
        "sing, 0 0 99 0 0",
        "easy, 0 0 99 109 0",
        "easy-perfect, 0 0 99 0 0",
        "sjf, 0 0 99 109 0",
        "campus-unasked, 0 0 99 0 0",
    })
    void every_rule_makes_its_own_choice(String rule, String waits) {
        var jobs = List.of(
                job(1, 0, 100, 3, 100),
                job(2, 0, 100, 3, 100),
                job(3, 1, 10, 8, 10),
                job(4, 1, 50, 1, 500),
                job(5, 1, 9, 1, 9));
        var trace = new Trace("small", jobs, new TreeMap<>());
        var chosen = Rules.named(rule);
        var lived = Comparison.of(trace, Conditions.on(new Machines(2, 4)), List.of(chosen), (r, part) -> {})
                .outcomes()
                .get(chosen)
                .result()
                .lived();
        var found = IntStream.rangeClosed(1, 5)
                .mapToObj(id -> lived.stream()
                        .filter(one -> one.job().id().equals("" + id))
                        .findFirst()
                        .orElseThrow())
                .map(one -> String.valueOf(Math.round(one.waited())))
                .toList();
        assertEquals(waits, String.join(" ", found));
    }

    /**
     * The rows of the reference table that are met, for whoever has the public traces ({@code -Dsing.traces=FOLDER}), and
     * with which way of taking moments: the README says what that is worth.
     */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "sing.traces", matches = ".+")
    @CsvSource({
        "kth-sp2-1996.swf.gz, 100, 1, fcfs, together, 389892",
        "kth-sp2-1996.swf.gz, 100, 1, sing, together, 206837",
        "kth-sp2-1996.swf.gz, 100, 1, easy, together, 6870",
        "philly-october.csv.gz, 80, 8, fcfs, together, 12072",
        "kth-sp2-1996.swf.gz, 100, 1, fcfs, arrivals-first, 389892",
        "kth-sp2-1996.swf.gz, 100, 1, sing, arrivals-first, 206837",
        "kth-sp2-1996.swf.gz, 100, 1, easy, arrivals-first, 6870",
        "venus-september.csv.gz, 90, 8, fcfs, arrivals-first, 35506",
        "venus-september.csv.gz, 90, 8, sjf-easy, arrivals-first, 1203",
        "philly-october.csv.gz, 80, 8, fcfs, arrivals-first, 12072",
        "philly-october.csv.gz, 80, 8, easy-perfect, arrivals-first, 2826",
        "philly-october.csv.gz, 80, 8, sjf, arrivals-first, 1809",
    })
    void the_reference_table_is_met_within_one_per_cent(
            String file, int nodes, int gpus, String rule, String moments, double wait) {
        var trace = TraceFile.read(Path.of(System.getProperty("sing.traces"), file));
        var conditions = new Conditions(new Machines(nodes, gpus), Faults.NONE, Moments.named(moments), 0);
        var chosen = Rules.named(rule);
        var figures = Comparison.of(trace, conditions, List.of(chosen), (r, part) -> {})
                .outcomes()
                .get(chosen)
                .figures();
        assertEquals(wait, figures.meanWait(), wait / 100);
    }

    /** At 10 a job ends and another arrives: only who hears of both before deciding gives the GPUs to the shorter one. */
    @ParameterizedTest
    @CsvSource({"together, 10 0", "arrivals-first, 10 0", "one-by-one, 5 20"})
    void what_happens_in_one_moment_is_decided_as_asked(String moments, String waits) {
        var jobs = List.of(job(1, 0, 10, 8, 0), job(2, 5, 20, 8, 0), job(3, 10, 5, 8, 0));
        var conditions = new Conditions(new Machines(2, 4), Faults.NONE, Moments.named(moments), 0);
        var lived = Replay.run(
                        Knowledge.PERFECT.tell(new Trace("small", jobs, new TreeMap<>())),
                        conditions,
                        Rules.SJF.rule,
                        part -> {})
                .lived();
        var found = lived.stream()
                .filter(one -> one.number() > 0)
                .sorted(Comparator.comparingInt(Lived::number))
                .map(one -> "" + Math.round(one.waited()))
                .toList();
        assertEquals(waits, String.join(" ", found));
    }

    @Test
    void a_synthetic_week_is_the_same_for_the_same_seed_and_asks_for_about_as_much_as_the_paper_shows() {
        assertEquals(SingWeek.trace(1), SingWeek.trace(1));
        var jobs = new ArrayList<Traced>();
        for (var seed = 1; seed <= 20; seed++) jobs.addAll(SingWeek.trace(seed).jobs());
        assertEquals(433, jobs.size() / 20.0, 43);
        var gpuHours = jobs.stream()
                        .mapToDouble(job -> job.gpus() * job.runSeconds() / 3600)
                        .sum()
                / 20;
        assertEquals(18_500, gpuHours, 1850);
    }

    private static Traced job(int id, double submit, double run, int gpus, long limit) {
        return new Traced("" + id, submit, run, gpus, 0, "ann", "", "", limit);
    }
}
