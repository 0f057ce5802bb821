package org.sing.incident.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a rule may look at.
 *
 * @param earlier the attempts of the same job that have their verdict
 */
public record Evidence(AttemptCase attempt, Map<String, NodePast> nodes, List<AttemptCase> earlier) {
    public Evidence {
        nodes = Map.copyOf(nodes);
        earlier = List.copyOf(earlier);
    }

    /** What was recorded as a cause, and where. */
    record Recorded(Cause cause, String node) {}

    /** The ranks that went wrong by themselves, the first one first. */
    List<RankEnd> wrong() {
        return wrong(attempt);
    }

    private static List<RankEnd> wrong(AttemptCase attempt) {
        return attempt.ranks().values().stream()
                .filter(end -> !end.good() && end.cause() != Cause.GANG_ENDED)
                .sorted(RankEnd.FIRST)
                .toList();
    }

    /** Every cause that somebody recorded: the agents, then scheduling, then what submission made of it. */
    List<Recorded> recorded() {
        var causes = new ArrayList<Recorded>();
        for (var end : wrong()) causes.add(new Recorded(end.cause(), end.node()));
        attempt.ended().ifPresent(it -> causes.add(new Recorded(it.cause(), it.node())));
        attempt.asked().ifPresent(it -> causes.add(new Recorded(it.cause(), it.node())));
        return causes;
    }

    Optional<Recorded> recorded(Cause cause) {
        return recorded().stream().filter(it -> it.cause() == cause).findFirst();
    }

    NodePast past(String node) {
        return nodes.getOrDefault(node, NodePast.unknown(node));
    }

    /** What the agents say about the rank that failed first, or scheduling about the attempt. */
    String detail() {
        return wrong().stream()
                .map(RankEnd::detail)
                .findFirst()
                .or(() -> attempt.ended().map(AttemptCase.Ended::detail))
                .orElse("");
    }

    Optional<Integer> exitCode() {
        return wrong().stream()
                .findFirst()
                .map(RankEnd::exitCode)
                .orElseGet(() -> attempt.asked().flatMap(AttemptCase.Asked::exitCode));
    }

    /** The signal that ended the first rank, also when a shell turned it into an exit code. */
    Optional<Integer> signal() {
        return wrong().stream()
                .findFirst()
                .map(RankEnd::signal)
                .orElseGet(() -> attempt.asked().flatMap(AttemptCase.Asked::signal))
                .or(() ->
                        exitCode().filter(code -> code > 128 && code < 128 + 65).map(code -> code - 128));
    }

    /** Where it went wrong, or empty. */
    String node() {
        return recorded().stream()
                .map(Recorded::node)
                .filter(node -> !node.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** By what a failure that nobody can explain is known again. */
    String signature() {
        var cause = recorded().stream().findFirst().map(Recorded::cause).orElse(Cause.UNKNOWN);
        return cause + "/" + exitCode().map(String::valueOf).orElse("-") + "/"
                + signal().map(String::valueOf).orElse("-");
    }

    Evidence of(AttemptCase other) {
        return new Evidence(other, nodes, List.of());
    }
}
