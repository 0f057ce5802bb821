package org.sing.gateway.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.sing.gateway.api.body.QuestionBody;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.JobIds;
import org.sing.schemas.Json;
import org.sing.schemas.Problem;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Machines;
import org.sing.traces.BadTrace;
import org.sing.traces.TraceText;

/** A what-if question that somebody sent: looked at here, so that a slip is answered at once and with its place. */
final class SentQuestion {
    static final int MOST_BYTES = 8 << 20;
    static final int MOST_PACKED_BYTES = 640_000;
    static final int MOST_JOBS = 50_000;
    private static final int MOST_NODES = 2_000;
    private static final int MOST_GPUS = 64;
    private static final int MOST_LIMITS = 100;
    private static final int MOST_OUTAGES = 1_000;
    private static final long MOST_SECONDS = Duration.ofDays(3650).toSeconds();
    private static final Duration MOST_RANGE = Duration.ofDays(366);
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");
    private static final String WHERE =
            "Say where the jobs come from: \"queue\", {\"range\": {\"since\": ..., \"until\": ...}} or {\"trace\": ..., \"form\": ...}.";

    private final QuestionBody sent;
    private final Optional<QuestionBody.From> from;

    /** Of what was sent: a recorded range may have more jobs when it is sent again. */
    private final String hash;

    private SentQuestion(QuestionBody sent, Optional<QuestionBody.From> from, String hash) {
        this.sent = sent;
        this.from = from;
        this.hash = hash;
    }

    static SentQuestion of(InputStream body, Optional<String> encoding, Caller caller) throws IOException {
        // Packed it is a third as long.
        var bytes = Packed.read(body, encoding, MOST_BYTES, "A question");
        var sent = Bodies.parse(bytes, QuestionBody.class);
        var question = new SentQuestion(sent, from(sent), JobIds.hash(bytes));
        question.check(caller);
        return question;
    }

    String hash() {
        return hash;
    }

    /** The recorded range that it is about, if it is. */
    Optional<QuestionBody.RangeBody> range() {
        return from.flatMap(QuestionBody.From::range);
    }

    /** @param recorded the jobs of the range as a trace, if it is about one */
    SimulationQuestion question(Optional<String> recorded) {
        var form = from.flatMap(QuestionBody.From::form).orElse("sing");
        var text = recorded.or(() -> from.flatMap(QuestionBody.From::trace));
        return new SimulationQuestion(
                from.isEmpty() ? "queue" : range().isPresent() ? "range" : "trace",
                range().map(it -> new SimulationQuestion.Range(it.since(), it.until())),
                text.map(it -> new SimulationQuestion.Trace(form, Optional.of(packed(form, it)), machines())),
                sent.change(),
                sent.seed().orElse(0L));
    }

    private Optional<Machines> machines() {
        return from.flatMap(it ->
                it.nodes().map(nodes -> new Machines(nodes, it.gpusPerNode().orElse(8))));
    }

    private static Optional<QuestionBody.From> from(QuestionBody sent) {
        if (sent.from() == null || sent.from().isNull()) throw Bodies.invalid("/from", WHERE);
        if (sent.from().isTextual() && sent.from().asText().equals("queue")) return Optional.empty();
        if (!sent.from().isObject()) throw Bodies.invalid("/from", WHERE);
        var from = Bodies.parse(Json.bytes(sent.from()), QuestionBody.From.class);
        if (from.range().isPresent() == from.trace().isPresent()) throw Bodies.invalid("/from", WHERE);
        return Optional.of(from);
    }

    private void check(Caller caller) {
        if (sent.rule().isEmpty()
                && sent.nodes().isEmpty()
                && sent.gpusPerNode().isEmpty()
                && sent.limits().isEmpty()
                && sent.failures().isEmpty())
            throw Bodies.invalid("", "Say what is different: rule, nodes, gpus_per_node, limits or failures.");
        sent.rule().filter(String::isBlank).ifPresent(rule -> {
            throw Bodies.invalid("/rule", "Name the rule.");
        });
        between("/nodes", sent.nodes().map(Integer::longValue), 1, MOST_NODES);
        between("/gpus_per_node", sent.gpusPerNode().map(Integer::longValue), 1, MOST_GPUS);
        if (from.isEmpty() && sent.gpusPerNode().isPresent() && sent.nodes().isEmpty())
            throw Bodies.invalid(
                    "/gpus_per_node",
                    "Of the live queue it says how large added nodes are: say how many, too (nodes).");
        from.ifPresent(it -> check(it, caller));
        limits(caller);
        sent.failures().ifPresent(SentQuestion::check);
    }

    private static void check(QuestionBody.From from, Caller caller) {
        between("/from/nodes", from.nodes().map(Integer::longValue), 1, MOST_NODES);
        between("/from/gpus_per_node", from.gpusPerNode().map(Integer::longValue), 1, MOST_GPUS);
        if (from.nodes().isEmpty() && from.gpusPerNode().isPresent())
            throw Bodies.invalid("/from/gpus_per_node", "Say how many nodes, too (nodes).");
        if (from.trace().isPresent() && from.form().isEmpty())
            throw Bodies.invalid("/from/form", "Name the form of the trace: swf, sacct, philly, venus or sing.");
        if (from.range().isEmpty()) return;
        if (from.form().isPresent()) throw Bodies.invalid("/from/form", "Only a trace has a form.");
        if (!caller.staff())
            throw Refusal.of(
                    Code.FORBIDDEN, "Only operators ask about a recorded range: it is made of everybody's jobs.");
        var range = from.range().get();
        if (range.since() == null || range.until() == null)
            throw Bodies.invalid("/from/range", "A range has a beginning and an end: since and until.");
        if (!range.since().isBefore(range.until())
                || range.since().isBefore(Instant.EPOCH)
                || range.until().isAfter(LAST)
                || Duration.between(range.since(), range.until()).compareTo(MOST_RANGE) > 0)
            throw Bodies.invalid("/from/range", "until is after since, by at most 366 days.");
    }

    private void limits(Caller caller) {
        if (sent.limits().size() > MOST_LIMITS)
            throw Bodies.invalid("/limits", "At most %d limits are changed.".formatted(MOST_LIMITS));
        for (var i = 0; i < sent.limits().size(); i++)
            check("/limits/" + i, sent.limits().get(i), caller);
    }

    private static void check(String at, QuestionBody.LimitBody limit, Caller caller) {
        if (limit == null
                || limit.scope() == null
                || !List.of("user", "project").contains(limit.scope()))
            throw Bodies.invalid(at + "/scope", "scope is user or project.");
        if (limit.name() == null || limit.name().isBlank())
            throw Bodies.invalid(at + "/name", "Name the user or project, or * for the default of the scope.");
        var own = limit.name().equals("*")
                || (limit.scope().equals("user")
                        ? limit.name().equals(caller.id())
                        : caller.projects().contains(limit.name()));
        if (!own && !caller.staff())
            throw Bodies.invalid(
                    at + "/name",
                    "There are no limits of %s %s that you may see.".formatted(limit.scope(), limit.name()));
        var values = List.of(limit.runningJobs(), limit.runningGpus(), limit.nodesPerJob());
        if (values.stream().allMatch(Optional::isEmpty))
            throw Bodies.invalid(at, "Say which limit: running_jobs, running_gpus or nodes_per_job.");
        if (values.stream().flatMap(Optional::stream).anyMatch(value -> value < 0))
            throw Bodies.invalid(at, "A limit is 0 for none, or a positive number.");
    }

    private static void check(QuestionBody.FailuresBody failures) {
        var byChance = failures.meanSecondsBetween().isPresent()
                || failures.meanSecondsToRepair().isPresent();
        if (byChance == !failures.outages().isEmpty())
            throw Bodies.invalid(
                    "/failures",
                    "Nodes fail by chance (mean_seconds_between, mean_seconds_to_repair) or as told (outages).");
        if (byChance
                && (failures.meanSecondsBetween().isEmpty()
                        || failures.meanSecondsToRepair().isEmpty()))
            throw Bodies.invalid("/failures", "Say both mean_seconds_between and mean_seconds_to_repair.");
        between("/failures/mean_seconds_between", failures.meanSecondsBetween(), 1, MOST_SECONDS);
        between("/failures/mean_seconds_to_repair", failures.meanSecondsToRepair(), 1, MOST_SECONDS);
        if (failures.outages().size() > MOST_OUTAGES)
            throw Bodies.invalid("/failures/outages", "At most %,d outages are told.".formatted(MOST_OUTAGES));
        for (var i = 0; i < failures.outages().size(); i++)
            check("/failures/outages/" + i, failures.outages().get(i));
    }

    private static void check(String at, QuestionBody.OutageBody outage) {
        if (outage == null || outage.node() == null || outage.node().isBlank())
            throw Bodies.invalid(at + "/node", "Name the node.");
        between(at + "/after_seconds", Optional.of(outage.afterSeconds()), 0, MOST_SECONDS);
        between(at + "/for_seconds", Optional.of(outage.forSeconds()), 1, MOST_SECONDS);
    }

    private static void between(String pointer, Optional<Long> value, long least, long most) {
        value.filter(it -> it < least || it > most).ifPresent(it -> {
            throw Bodies.invalid(
                    pointer,
                    "%s is a number from %,d to %,d."
                            .formatted(pointer.substring(pointer.lastIndexOf('/') + 1), least, most));
        });
    }

    /** It is read here only to be refused with its row; whoever simulates reads it again. */
    private static String packed(String form, String text) {
        try {
            TraceText.read(form, text, MOST_JOBS);
        } catch (BadTrace e) {
            throw Refusal.of(Code.INVALID_TRACE, e.getMessage(), List.of(Problem.at("/from/trace", e.getMessage())));
        }
        var packed = gzip(text);
        if (packed.length > MOST_PACKED_BYTES)
            throw Refusal.of(
                    Code.BODY_TOO_LARGE,
                    "Packed, the trace has %,d bytes; at most %,d are taken."
                            .formatted(packed.length, MOST_PACKED_BYTES));
        return Base64.getEncoder().encodeToString(packed);
    }

    private static byte[] gzip(String text) {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot fail", e);
        }
        return bytes.toByteArray();
    }
}
