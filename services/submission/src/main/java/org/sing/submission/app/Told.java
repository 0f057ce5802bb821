package org.sing.submission.app;

import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.JobCommand;
import org.sing.submission.domain.Input;

/** A message of the bus in the words of this service, with what caused it. */
public sealed interface Told {
    String job();

    Cause cause();

    /** @param command id of the command's envelope */
    record Submitted(String job, String command, JobCommand.Submit submit, Cause cause) implements Told {}

    record Heard(String job, Input input, Cause cause) implements Told {}
}
