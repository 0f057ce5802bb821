package org.sing.whatif;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.sing.schemas.Json;
import org.sing.traces.BadTrace;
import org.sing.whatif.domain.Answers;
import org.sing.whatif.domain.Budget;
import org.sing.whatif.domain.Errand;
import org.sing.whatif.domain.Unanswerable;

/**
 * One question in a process of its own, so that neither its memory nor its work is that of whoever asks: the errand comes in
 * on the standard input, words go out on the standard output, one to a line.
 */
public final class Main {
    static final int NOBODY_WAITS = 4;

    private Main() {}

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        giveWay();
        var input = System.in;
        var errand = Json.mapper()
                .readerFor(Errand.class)
                .without(JsonParser.Feature.AUTO_CLOSE_SOURCE)
                .<Errand>readValue(input);
        endWithWhoeverAsked(input);
        answer(errand, System.out);
    }

    static void answer(Errand errand, PrintStream out) {
        try {
            var budget = new Budget(errand.bounds().steps(), percent -> say(out, Word.of(percent)));
            var most = errand.bounds().traceJobs();
            var trace = errand.question().trace().map(it -> Packed.read(it, most));
            say(out, Word.of(Answers.to(errand, trace, budget)));
        } catch (Unanswerable e) {
            say(out, Word.of(e));
        } catch (BadTrace e) {
            say(out, Word.of(new Unanswerable("invalid-trace", e.getMessage())));
        }
    }

    private static void say(PrintStream out, Word word) {
        out.writeBytes(Json.bytes(word));
        out.write('\n');
        out.flush();
        if (out.checkError()) throw new IllegalStateException("nobody listens any more");
    }

    /** Where memory runs out, this process goes before any other. */
    private static void giveWay() {
        try {
            Files.write(Path.of("/proc/self/oom_score_adj"), "1000".getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // elsewhere there is no such file, and nothing depends on it
        }
    }

    /** The other end of the input is held open as long as somebody waits for the answer. */
    private static void endWithWhoeverAsked(InputStream input) {
        Thread.ofPlatform().daemon().name("asker").start(() -> {
            try {
                while (input.read() >= 0) {
                    // nothing more is said
                }
            } catch (IOException e) {
                // gone as well
            }
            Runtime.getRuntime().halt(NOBODY_WAITS);
        });
    }
}
