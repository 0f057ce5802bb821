package org.sing.incident.domain;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why did the attempt fail? The rules in their order; the first that matches wins, and the last always does. */
public final class Rules {
    /** One reason; says nothing when it does not apply. */
    interface Rule {
        Optional<Verdict> judge(Evidence evidence);
    }

    private static final List<Rule> IN_ORDER = List.of(
            Rules::recordedReason,
            Rules::nodeEvidence,
            Rules::neverStarted,
            Rules::outOfMemory,
            Rules::signal,
            Rules::patterns,
            Rules::exitCode,
            Rules::unknown);

    static final String UNEXPLAINED = "unexplained";

    private Rules() {}

    public static Verdict judge(Evidence evidence) {
        return IN_ORDER.stream()
                .flatMap(rule -> rule.judge(evidence).stream())
                .findFirst()
                .orElseThrow();
    }

    /** What was written down before anything was killed; a person's wish before anything else. */
    private static Optional<Verdict> recordedReason(Evidence evidence) {
        return evidence.recorded(Cause.CANCELLED)
                .map(it -> Verdict.user("cancelled", "The job was cancelled.", ""))
                .or(() -> evidence.recorded(Cause.REQUEUED)
                        .map(it -> new Verdict(
                                Verdict.Category.USER,
                                "requeued",
                                "The job was put back into the queue on request.",
                                "Nothing to do: it runs again.",
                                true,
                                "")))
                .or(() -> evidence.recorded(Cause.TIME_LIMIT)
                        .map(it -> Verdict.resource(
                                "time-limit",
                                "The job was still running at its time limit.",
                                "Ask for a longer time limit, or save checkpoints and continue from the last one.")))
                .or(() -> evidence.recorded(Cause.DRAINED)
                        .map(it ->
                                Verdict.platform("drained", "Node " + it.node() + " was emptied for maintenance.", "")))
                .or(() -> evidence.recorded(Cause.LEASE_LOST)
                        .map(it -> Verdict.platform(
                                "lease-lost",
                                "Node " + it.node() + " lost contact with the control plane and ended its jobs.",
                                it.node())));
    }

    private static Optional<Verdict> nodeEvidence(Evidence evidence) {
        return evidence.recorded(Cause.NODE_LOST)
                .map(it -> lost(it.node()))
                .or(() -> evidence.wrong().stream()
                        .filter(end -> evidence.past(end.node()).rebootedSince(end.incarnation()))
                        .findFirst()
                        .map(end -> Verdict.platform(
                                "node-rebooted",
                                "Node " + end.node() + " started anew while the job ran.",
                                end.node())))
                .or(() -> evidence.wrong().stream()
                        .filter(end -> evidence.past(end.node()).lostSince(end.incarnation()))
                        .findFirst()
                        .map(end -> lost(end.node())));
    }

    private static Verdict lost(String node) {
        return Verdict.platform(
                "node-lost",
                node.isEmpty() ? "A node was lost." : "Node " + node + " was lost while the job ran.",
                node);
    }

    private static Optional<Verdict> neverStarted(Evidence evidence) {
        return evidence.recorded(Cause.START_REFUSED)
                .map(it -> Verdict.platform("start-refused", "Node " + it.node() + " could not take the start.", ""))
                .or(() -> evidence.recorded(Cause.START_DEADLINE)
                        .map(it -> Verdict.platform(
                                "start-deadline", "The job was placed but did not start in time.", "")));
    }

    private static Optional<Verdict> outOfMemory(Evidence evidence) {
        return evidence.recorded(Cause.OUT_OF_MEMORY)
                .map(it -> Verdict.resource(
                        "out-of-memory",
                        "The job used more memory than it had asked for and was ended.",
                        "Ask for more memory, or load less at a time (smaller batches, fewer data-loader workers)."));
    }

    /** 9 alone says nothing: the kernel, an operator or the user may have sent it. */
    private static Optional<Verdict> signal(Evidence evidence) {
        return evidence.signal().flatMap(number -> switch (number) {
            case 4, 6, 7, 8, 11 ->
                Optional.of(Verdict.user(
                        "crashed",
                        "The program crashed with signal " + number + ".",
                        "Run it once on a single GPU and look at the last lines of its output."));
            case 1, 2, 10, 12, 13, 14, 15 ->
                Optional.of(Verdict.user(
                        "ended-by-signal",
                        "The program was ended by signal " + number + ", not by the cluster.",
                        "See whether the script, or something that it started, sends this signal."));
            case 24, 25 ->
                Optional.of(Verdict.resource(
                        "process-limit",
                        "The program passed a limit on CPU time or file size.",
                        "See the limits that the script sets for itself."));
            default -> Optional.empty();
        });
    }

    private static final Map<Pattern, Verdict> PATTERNS = patternsInOrder();

    /** On the agent's words, never on the user's output: that can be forged. */
    private static Optional<Verdict> patterns(Evidence evidence) {
        return PATTERNS.entrySet().stream()
                .filter(it -> it.getKey().matcher(evidence.detail()).find())
                .findFirst()
                .map(it -> it.getValue());
    }

    private static Optional<Verdict> exitCode(Evidence evidence) {
        return evidence.exitCode()
                .filter(code -> code > 0 && evidence.signal().isEmpty())
                .map(Rules::exitCode);
    }

    /** Shells give two codes a meaning of their own (POSIX, Shell Command Language, 2.8.2). */
    private static Verdict exitCode(int code) {
        return switch (code) {
            case 126 ->
                Verdict.user(
                        "not-executable",
                        "A command of the script was found but could not be executed (exit code 126).",
                        "The last line of its output names it: make it executable (chmod +x), or name its interpreter first.");
            case 127 ->
                Verdict.user(
                        "command-not-found",
                        "A command of the script was not found (exit code 127).",
                        "The last line of its output names it: check the spelling, and load its module or environment first.");
            default ->
                Verdict.user(
                        "exit-code",
                        "The program ended with exit code " + code + ".",
                        "Look at the last lines of its output.");
        };
    }

    /** One more try somewhere else; the same again is the job's own. */
    private static Optional<Verdict> unknown(Evidence evidence) {
        var again = evidence.earlier().stream()
                .filter(it ->
                        it.verdict().filter(v -> v.code().equals(UNEXPLAINED)).isPresent())
                .anyMatch(it -> evidence.of(it).signature().equals(evidence.signature()));
        if (again)
            return Optional.of(Verdict.user(
                    "unexplained-again",
                    "The job ended in the same unexplained way as before, on another try.",
                    "Run it once on a single GPU and look at the last lines of its output."));
        return Optional.of(Verdict.platform(
                UNEXPLAINED, "The job ended and nothing tells why; it gets one more try.", evidence.node()));
    }

    private static Map<Pattern, Verdict> patternsInOrder() {
        var patterns = new LinkedHashMap<Pattern, Verdict>();
        patterns.put(
                pattern("cuda.{0,20}out of memory"),
                Verdict.resource(
                        "gpu-out-of-memory",
                        "The GPU ran out of memory.",
                        "Use a smaller batch, or a GPU with more memory."));
        patterns.put(
                pattern("no cuda-capable device|gpu has fallen off|gpu is lost"),
                Verdict.platform("gpu-lost", "A GPU of the job disappeared.", ""));
        patterns.put(
                pattern("driver version is insufficient"),
                Verdict.user(
                        "driver-too-old",
                        "The environment needs a newer driver than the node has.",
                        "Build the environment against an older CUDA version."));
        patterns.put(
                pattern("disk quota exceeded"),
                Verdict.resource("quota-exceeded", "Your file space is full.", "Delete files or ask for more space."));
        patterns.put(
                pattern("no space left on device"),
                Verdict.platform("scratch-full", "The node's scratch space was full.", ""));
        patterns.put(
                pattern("stale file handle|input/output error"),
                Verdict.platform("storage-error", "The storage failed under the job.", ""));
        patterns.put(
                pattern("no such file or directory|permission denied|not a directory"),
                Verdict.user(
                        "cannot-start",
                        "The job could not be started: a file or folder is missing or may not be read.",
                        "Check the paths in the profile and their permissions."));
        return Collections.unmodifiableMap(patterns);
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text, Pattern.CASE_INSENSITIVE);
    }
}
