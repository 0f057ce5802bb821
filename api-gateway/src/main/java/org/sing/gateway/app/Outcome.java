package org.sing.gateway.app;

import java.util.List;
import org.sing.schemas.Problem;

/** What became of a command. {@code position} is the place of the answer in the feed. */
public sealed interface Outcome {
    record Accepted(long position, String subject) implements Outcome {}

    record Refused(long position, String code, String detail, List<Problem> errors) implements Outcome {}

    /** Nobody answered in time. The command is on the bus, so it will be answered. */
    record Open() implements Outcome {}
}
