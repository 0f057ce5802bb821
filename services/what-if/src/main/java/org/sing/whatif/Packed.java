package org.sing.whatif;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.sing.schemas.SimulationQuestion;
import org.sing.traces.BadTrace;
import org.sing.traces.Trace;
import org.sing.traces.TraceText;

/** A trace as it travels. */
final class Packed {
    private static final int MOST_BYTES = 32 << 20;

    private Packed() {}

    static String pack(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot fail", e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static Trace read(SimulationQuestion.Trace trace, int mostJobs) {
        try (var text = new GZIPInputStream(new ByteArrayInputStream(
                Base64.getDecoder().decode(trace.packed().orElse(""))))) {
            var bytes = text.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES)
                throw new BadTrace("The trace has more than %d bytes.".formatted(MOST_BYTES));
            return TraceText.read(trace.form(), new String(bytes, StandardCharsets.UTF_8), mostJobs);
        } catch (IOException | IllegalArgumentException e) {
            throw new BadTrace("The trace cannot be unpacked.");
        }
    }
}
