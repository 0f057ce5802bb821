package org.sing.submission.domain;

import java.util.Optional;
import org.sing.submission.domain.Input.End;

/**
 * Why an attempt failed, and whether the job deserves another one.
 *
 * @param category {@code user}, {@code platform} or {@code resource}
 * @param excludeNode a node to keep the next attempt away from, or empty
 */
public record Verdict(String category, String code, String sentence, boolean retry, String excludeNode) {
    static final String NONE = "none";
    static final String USER = "user";
    static final String PLATFORM = "platform";
    static final String RESOURCE = "resource";

    boolean platform() {
        return category.equals(PLATFORM);
    }

    /** What the end itself says, when nobody who knows more has spoken. */
    static Verdict of(End end) {
        return switch (end.cause()) {
            case EXITED, CANCELLED, REQUEUED -> new Verdict(USER, "exited", exit(end), false, "");
            case TIME_LIMIT -> new Verdict(RESOURCE, "time-limit", "The job reached its time limit.", false, "");
            case OUT_OF_MEMORY ->
                new Verdict(RESOURCE, "out-of-memory", "The job used more memory than it had asked for.", false, "");
            case LEASE_LOST, NODE_LOST -> platform("node-lost", "The node " + end.node() + " was lost.", end.node());
            case START_FAILED ->
                platform("start-failed", "The job could not be started on " + end.node() + ".", end.node());
            case EXIT_UNKNOWN ->
                platform("exit-unknown", "Nobody knows how the job ended on " + end.node() + ".", end.node());
            case START_REFUSED, START_DEADLINE -> platform("start-missed", "The start came too late.", "");
            case DRAINED -> platform("drained", "The node " + end.node() + " was drained.", "");
            case GANG_ENDED, UNKNOWN -> platform("unknown", "The attempt ended for an unknown reason.", "");
        };
    }

    private static Verdict platform(String code, String sentence, String node) {
        return new Verdict(PLATFORM, code, sentence, true, node);
    }

    private static String exit(End end) {
        return end.signal()
                .map(signal -> "The job was ended by signal " + signal + ".")
                .or(() -> Optional.of("The job ended with exit code "
                        + end.exitCode().map(String::valueOf).orElse("unknown") + "."))
                .orElseThrow();
    }
}
