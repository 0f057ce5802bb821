package org.sing.schemas;

import java.util.List;

/**
 * The one answer to a command, on the event topic of the service that decided it. {@code command} is the id of the
 * command's envelope.
 */
public sealed interface CommandOutcome {
    String command();

    record Accepted(String command, String kind, String subject) implements CommandOutcome {}

    /** @param code stable machine-readable reason in kebab-case, e.g. {@code job-already-finished} */
    record Refused(String command, String kind, String subject, String code, String detail, List<Problem> errors)
            implements CommandOutcome {
        public Refused {
            errors = errors == null ? List.of() : List.copyOf(errors);
        }
    }
}
