package org.sing.scheduling.whatif;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Change;
import org.sing.traces.Trace;
import org.sing.traces.TraceText;

/** A trace of so many jobs on a busy cluster, and the process that works on it. */
public record LargeTrace(String text) {
    /** As large as one may be. */
    public static final int MOST = 50_000;

    public static LargeTrace of(int jobs) {
        var random = new Random(jobs);
        var text = new StringBuilder("submit_seconds,run_seconds,gpus,user\n");
        var at = 0L;
        for (var job = 0; job < jobs; job++) {
            at += random.nextInt(60);
            text.append(at)
                    .append(',')
                    .append(random.nextInt(3_600))
                    .append(',')
                    .append(1 << random.nextInt(4))
                    .append(",u")
                    .append(random.nextInt(50))
                    .append('\n');
        }
        return new LargeTrace(text.toString());
    }

    Trace trace() {
        return TraceText.read("sing", text, MOST);
    }

    public SimulationQuestion question() {
        var machines = new SimulationQuestion.Machines(27, 8);
        return new SimulationQuestion(
                "trace",
                Optional.empty(),
                Optional.of(new SimulationQuestion.Trace("sing", Optional.of(packed()), Optional.of(machines))),
                new Change(Optional.of("campus"), Optional.empty(), Optional.empty(), List.of(), Optional.empty()),
                0);
    }

    private String packed() {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** Whether this is a process that answers a question. */
    public static boolean answers(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains("org.sing.whatif.Main");
        } catch (IOException e) {
            return false;
        }
    }

    static String niceness(ProcessHandle process) {
        try {
            var stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
