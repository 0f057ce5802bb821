package org.sing.gateway.api;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.sing.gateway.store.JobReader;

/** Opaque to clients: where the next page of jobs begins. */
final class Cursor {
    private static final Instant LAST = Instant.parse("2999-12-31T23:59:59Z");

    private Cursor() {}

    static String of(JobReader.Found job) {
        var text = job.identity().submittedAt() + " " + job.job().id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static JobReader.After read(String cursor) {
        try {
            var parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ");
            var submittedAt = Instant.parse(parts[0]);
            if (submittedAt.isBefore(Instant.EPOCH) || submittedAt.isAfter(LAST) || parts[1].indexOf('\0') >= 0)
                throw new IllegalArgumentException("no database has such a row");
            return new JobReader.After(submittedAt, parts[1]);
        } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            throw Refusal.of(Code.MALFORMED_PARAMETER, "cursor is not one that a list has answered.");
        }
    }
}
