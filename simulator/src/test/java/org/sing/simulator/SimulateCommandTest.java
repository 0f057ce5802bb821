package org.sing.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulateCommandTest {
    private static final String TRACE = """
            job_id,submit_seconds,run_seconds,gpus
            1,0,7200,8
            2,10,600,16
            3,20,600,4
            4,30,-1,4
            5,40,600,99
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void rules_are_compared_side_by_side_and_what_was_left_out_is_said() throws IOException {
        assertEquals(0, simulate(TRACE, "--nodes", "2", "--rule", "fcfs", "--rule", "sing"));
        var lines = out.toString().lines().map(String::strip).toList();
        assertEquals("trace.csv: 3 jobs on 2 nodes with 8 GPUs; seconds", lines.getFirst());
        assertTrue(
                lines.contains("1 rows: asked for more than all nodes together (first: job 5, 99 GPUs)"),
                lines::toString);
        assertTrue(lines.contains("1 rows: ran for a negative time (first: row 5)"), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.matches("fcfs +3 +4990 +7190 .* 0 +0 +0")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.matches("sing +3 +2397 +0 .* 1 +1 +7190")), lines::toString);
        assertEquals("", err.toString());
    }

    @Test
    void jobs_that_wait_are_asked_for_when_they_should_start_and_the_starts_are_compared_with_that()
            throws IOException {
        var trace = new StringBuilder("job_id,submit_seconds,run_seconds,gpus,limit_seconds\n");
        for (var job = 0; job < 60; job++) trace.append("%d,0,1000,8,1000%n".formatted(job));
        for (var job = 60; job < 80; job++) trace.append("%d,1000000,1000,8,1000%n".formatted(job));
        assertEquals(0, simulate(trace.toString(), "--nodes", "2", "--rule", "fcfs", "--estimates", "4"));
        var lines = out.toString().lines().map(String::strip).toList();
        var line =
                lines.stream().filter(text -> text.startsWith("fcfs")).toList().getLast();
        var asked = (58 + 18 + 3) / 4;
        assertTrue(line.matches("fcfs +%d +%d +[0-9.]+%% +[0-9.]+%% +.*".formatted(asked, asked)), line);
        out.getBuffer().setLength(0);
        assertEquals(0, simulate(trace.toString(), "--nodes", "2", "--rule", "fcfs"));
        assertFalse(out.toString().contains("asked"), "nobody wanted to know");
    }

    @Test
    void the_page_needs_nothing_from_elsewhere_and_shows_every_rule() throws IOException {
        var page = folder.resolve("page.html");
        assertEquals(0, simulate(TRACE, "--nodes", "2", "--rule", "fcfs,sjf", "--report", page.toString()));
        var html = Files.readString(page);
        assertFalse(
                html.contains("http:") || html.contains("https:") || html.contains("<script"), "something is loaded");
        assertTrue(
                html.contains("Under <b>fcfs</b>, jobs wait <b>83 min</b> on average and at most <b>2.2 h</b>."),
                "not on the page");
        assertTrue(html.contains("Under <b>sjf</b>, which needs an oracle"), "not on the page");
        assertTrue(html.contains("<title>job 2: 16 GPUs, waited 2.0 h, ran 10 min</title>"), "not on the page");
        assertTrue(html.contains("1 rows of the trace: ran for a negative time (first: row 5)"), "not on the page");
    }

    @Test
    void a_long_trace_makes_no_longer_page() throws IOException {
        var page = folder.resolve("page.html");
        var rows = new StringBuilder("job_id,submit_seconds,run_seconds,gpus\n");
        for (var job = 0; job < 20_000; job++) rows.append("%d,%d,50,1%n".formatted(job, job * 10));
        assertEquals(0, simulate(rows.toString(), "--nodes", "1", "--rule", "sing", "--report", page.toString()));
        assertTrue(Files.size(page) < 500_000, "bytes: " + Files.size(page));
    }

    @Test
    void figures_and_plots_are_there_as_json() throws IOException {
        var json = folder.resolve("results.json");
        assertEquals(0, simulate(TRACE, "--nodes", "2", "--rule", "fcfs", "--json", json.toString()));
        var text = Files.readString(json);
        assertTrue(text.startsWith("{\"trace\":\"trace.csv\",\"jobs\":3,\"skipped\":{"), "not in the file");
        assertTrue(text.contains("\"meanWait\":4990,\"medianWait\":7190,"), "not in the file");
        assertTrue(
                text.contains("\"slowdownBySize\":[{\"upToGpus\":4,\"jobs\":1,\"slowdown\":13.9667}"),
                "not in the file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--rule best | there is no rule 'best'; there are sing, fcfs",
                "--nodes 0 | a cluster has at least one node with one GPU, not 0 nodes with 8",
                "--nodes many | Invalid value for option '--nodes': 'many' is not an int",
                "--estimates -1 | --estimates takes a number from 0 on, not -1",
                "--moments never | 'never' is no way to take moments",
                "--report /no/such/page.html | there is no folder /no/such",
                "--gpus-per-node 1 --nodes 3 | no job of trace.csv fits on 3 nodes with 1 GPUs",
                "--colour red | Unknown options: '--colour', 'red'",
            })
    void what_cannot_be_done_is_one_sentence(String options, String sentence) throws IOException {
        assertEquals(2, simulate(TRACE, ("--nodes 2 --rule sing " + options).split(" ")));
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith(sentence), err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void without_a_trace_and_a_number_of_nodes_it_asks_for_them() {
        assertEquals(2, command().execute("--rule", "sing"));
        assertEquals(2, command().execute("--nodes", "2"));
        assertEquals(
                "how many nodes? (--nodes N)\neither a TRACE or --synthetic sing is replayed\n",
                err.toString().replace("\r", ""));
    }

    private int simulate(String trace, String... options) throws IOException {
        var arguments = new ArrayList<String>();
        arguments.add(Files.writeString(folder.resolve("trace.csv"), trace).toString());
        arguments.addAll(List.of(options));
        return command().execute(arguments.toArray(String[]::new));
    }

    private CommandLine command() {
        return SimulateCommand.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setOverwrittenOptionsAllowed(true);
    }
}
