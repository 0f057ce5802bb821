package org.sing.traces;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads a trace that somebody sent, in the form that it is said to have. */
public final class TraceText {
    /** The traces of Philly, Venus and SING are columns with a heading. */
    private static final List<String> FORMS = List.of("swf", "sacct", "philly", "venus", "sing");

    private TraceText() {}

    /** @param mostJobs more than so many are refused */
    public static Trace read(String form, String text, int mostJobs) {
        if (!FORMS.contains(form))
            throw new BadTrace("There is no form %s; the forms are %s.".formatted(form, String.join(", ", FORMS)));
        if (text.isBlank()) throw new BadTrace("The trace is empty.");
        try {
            var trace = read(form, new BufferedReader(new StringReader(text)));
            if (trace.jobs().size() > mostJobs)
                throw new BadTrace("The trace has %,d jobs; at most %,d are taken."
                        .formatted(trace.jobs().size(), mostJobs));
            return trace;
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot fail", e);
        }
    }

    private static Trace read(String form, BufferedReader lines) throws IOException {
        var name = "the trace";
        return switch (form) {
            case "swf" -> SwfForm.read(name, lines);
            case "sacct" -> SacctForm.read(name, lines);
            default -> ColumnForm.read(name, lines);
        };
    }
}
