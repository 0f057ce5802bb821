package org.sing.gateway.api.body;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.Json;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Failures;
import org.sing.schemas.SimulationQuestion.Limit;
import org.sing.schemas.SimulationQuestion.Outage;

/**
 * A what-if question as people write it, and read again what they asked.
 *
 * @param from {@code "queue"}, or a {@link From}
 */
public record QuestionBody(
        JsonNode from,
        Optional<String> rule,
        Optional<Integer> nodes,
        Optional<Integer> gpusPerNode,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LimitBody> limits,
        Optional<FailuresBody> failures,
        Optional<Long> seed) {

    public QuestionBody {
        limits = limits == null ? List.of() : limits;
    }

    /** A recorded range or an uploaded trace. Nodes and GPUs are those of both answers; without them those of now. */
    public record From(
            Optional<RangeBody> range,
            Optional<String> trace,
            Optional<String> form,
            Optional<Integer> nodes,
            Optional<Integer> gpusPerNode) {}

    public record RangeBody(Instant since, Instant until) {}

    public record LimitBody(
            String scope,
            String name,
            Optional<Long> runningJobs,
            Optional<Long> runningGpus,
            Optional<Long> nodesPerJob) {}

    public record FailuresBody(
            Optional<Long> meanSecondsBetween,
            Optional<Long> meanSecondsToRepair,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<OutageBody> outages) {
        public FailuresBody {
            outages = outages == null ? List.of() : outages;
        }
    }

    public record OutageBody(String node, long afterSeconds, long forSeconds) {}

    public static QuestionBody of(SimulationQuestion asked) {
        var change = asked.change();
        return new QuestionBody(
                from(asked),
                change.rule(),
                change.nodes(),
                change.gpusPerNode(),
                change.limits().stream().map(QuestionBody::limit).toList(),
                change.failures().map(QuestionBody::failures),
                Optional.of(asked.seed()));
    }

    private static JsonNode from(SimulationQuestion asked) {
        if (asked.trace().isEmpty()) return new TextNode(asked.from());
        var trace = asked.trace().get();
        return Json.tree(new From(
                asked.range().map(it -> new RangeBody(it.since(), it.until())),
                Optional.empty(),
                asked.range().isPresent() ? Optional.empty() : Optional.of(trace.form()),
                trace.machines().map(SimulationQuestion.Machines::nodes),
                trace.machines().map(SimulationQuestion.Machines::gpusPerNode)));
    }

    private static LimitBody limit(Limit it) {
        return new LimitBody(it.scope(), it.name(), it.runningJobs(), it.runningGpus(), it.nodesPerJob());
    }

    private static FailuresBody failures(Failures it) {
        return new FailuresBody(
                it.meanSecondsBetween(),
                it.meanSecondsToRepair(),
                it.outages().stream()
                        .map(outage -> new OutageBody(outage.node(), outage.afterSeconds(), outage.forSeconds()))
                        .toList());
    }

    public SimulationQuestion.Change change() {
        return new SimulationQuestion.Change(
                rule,
                nodes,
                gpusPerNode,
                limits.stream()
                        .map(it -> new Limit(it.scope, it.name, it.runningJobs, it.runningGpus, it.nodesPerJob))
                        .toList(),
                failures.map(it -> new Failures(
                        it.meanSecondsBetween,
                        it.meanSecondsToRepair,
                        it.outages.stream()
                                .map(outage -> new Outage(outage.node, outage.afterSeconds, outage.forSeconds))
                                .toList())));
    }
}
