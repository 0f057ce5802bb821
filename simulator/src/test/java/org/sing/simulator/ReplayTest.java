package org.sing.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The reference table, for whoever has the public traces: {@code -Dsing.traces=FOLDER}. */
    @ParameterizedTest
    @EnabledIfSystemProperty(named = "sing.traces", matches = ".+")
    @CsvSource({
        "kth-sp2-1996.swf.gz, 100, 1, fcfs, 389892",
        "kth-sp2-1996.swf.gz, 100, 1, sing, 206837",
        "kth-sp2-1996.swf.gz, 100, 1, easy, 6870",
        "philly-october.csv.gz, 80, 8, fcfs, 12072",
    })
    void the_reference_table_is_met_within_one_per_cent(String file, int nodes, int gpus, String rule, double wait) {
        var trace = TraceFile.read(Path.of(System.getProperty("sing.traces"), file));
        var chosen = Rules.named(rule);
        var figures = Comparison.of(trace, Conditions.on(new Machines(nodes, gpus)), List.of(chosen), (r, part) -> {})
                .outcomes()
                .get(chosen)
                .figures();
        assertEquals(wait, figures.meanWait(), wait / 100);
    }

    private static Traced job(int id, double submit, double run, int gpus, long limit) {
        return new Traced("" + id, submit, run, gpus, 0, "ann", "", "", limit);
    }
}
