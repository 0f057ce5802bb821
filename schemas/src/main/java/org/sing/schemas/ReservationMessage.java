package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import java.time.Instant;
import java.util.List;

/** Nodes that are kept for somebody for a while; key is the reservation, subject {@code reservations/<reservation>}. */
public sealed interface ReservationMessage {
    String reservation();

    /**
     * Command: these nodes shall be kept. A reservation of this name is replaced.
     *
     * @param projects for which; empty for nobody, because somebody works on them
     * @param reason for people, or empty
     */
    record Reserve(
            Requester requester,
            String reservation,
            List<String> nodes,
            Instant from,
            Instant until,
            List<String> projects,
            String reason)
            implements ReservationMessage {
        public Reserve {
            nodes = List.copyOf(nodes);
            projects = List.copyOf(projects);
        }
    }

    /** Command: this reservation shall be over. */
    record Unreserve(Requester requester, String reservation) implements ReservationMessage {}

    /**
     * Event: it was made or changed, begins, or is over.
     *
     * @param by who made that happen, or the service when time did
     */
    record ReservationChanged(
            String reservation,
            List<String> nodes,
            Instant from,
            Instant until,
            List<String> projects,
            String reason,
            Phase phase,
            String by)
            implements ReservationMessage {
        public ReservationChanged {
            nodes = List.copyOf(nodes);
            projects = List.copyOf(projects);
        }
    }

    /** How far a reservation is. */
    enum Phase {
        PLANNED,
        ACTIVE,
        OVER,
        @JsonEnumDefaultValue
        UNKNOWN
    }
}
