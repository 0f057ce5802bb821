package org.sing.nodemonitor.domain;

/** The one answer to a command. */
public sealed interface Outcome {
    Input.Command command();

    record Accepted(Input.Command command) implements Outcome {}

    record Refused(Input.Command command, String code, String detail) implements Outcome {}
}
