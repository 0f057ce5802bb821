package org.sing.gateway.api;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.sing.gateway.store.JobReader;

/** Opaque to clients: where the next page of jobs begins. */
final class Cursor {
    private Cursor() {}

    static String of(JobReader.Found job) {
        var text = job.identity().submittedAt() + " " + job.job().id();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static JobReader.After read(String cursor) {
        try {
            var parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ");
            return new JobReader.After(Instant.parse(parts[0]), parts[1]);
        } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            throw Refusal.of(Code.MALFORMED_PARAMETER, "cursor is not one that a list has answered.");
        }
    }
}
