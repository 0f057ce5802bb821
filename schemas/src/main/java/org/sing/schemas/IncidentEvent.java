package org.sing.schemas;

import java.time.Instant;
import java.util.List;

/** Causes and their records; the key is the incident, of a classification the job. */
public sealed interface IncidentEvent {

    /**
     * Why an attempt failed.
     *
     * @param category {@code user}, {@code platform} or {@code resource}; platform causes are retried and not charged
     * @param code stable name of the cause in kebab-case
     * @param sentence for the user; {@code advice} is what to try
     * @param excludeNode a node to keep the next attempt away from, or empty
     */
    record AttemptClassified(
            String job,
            int attempt,
            String category,
            String code,
            String sentence,
            String advice,
            boolean retry,
            String excludeNode)
            implements IncidentEvent {}

    record Opened(
            String incident,
            String dedupKey,
            String kind,
            String severity,
            String node,
            String title,
            List<String> affectedJobs,
            String recommendedAction,
            Instant openedAt)
            implements IncidentEvent {
        public Opened {
            affectedJobs = List.copyOf(affectedJobs);
        }
    }

    /** The same thing was seen again. */
    record Recurred(String incident, int occurrences, List<String> affectedJobs, String note) implements IncidentEvent {
        public Recurred {
            affectedJobs = List.copyOf(affectedJobs);
        }
    }

    record Resolved(String incident, String note, Instant resolvedAt) implements IncidentEvent {}
}
