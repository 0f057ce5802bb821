package org.sing.nodemonitor.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.NodeEvent;

/**
 * What an input led to. {@code sayings} stand in the order in which they are said: {@link NodeEvent}s and at most one
 * {@link Outcome}.
 *
 * @param marker a marker that must be written into the node's telemetry
 * @param told whether people see a difference, so that a snapshot is due
 */
public record Change(Node node, List<Object> sayings, Optional<String> marker, boolean told) {
    public Change {
        sayings = List.copyOf(sayings);
    }

    static Change none(Node node) {
        return new Change(node, List.of(), Optional.empty(), false);
    }

    /** Nobody is told. */
    static Change quiet(Node node) {
        return none(node);
    }

    static Change of(Node node, Object... sayings) {
        return new Change(node, List.of(sayings), Optional.empty(), true);
    }

    static Change refused(Node node, Input.Command command, String code, String detail) {
        return new Change(node, List.of(new Outcome.Refused(command, code, detail)), Optional.empty(), false);
    }

    Change and(Object saying, Node after) {
        var all = new ArrayList<>(sayings);
        all.add(saying);
        return new Change(after, all, marker, told);
    }
}
