package org.sing.nodemonitor.domain;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Requester;

/** Everything that can happen to a node. */
public sealed interface Input {

    /** Somebody asks; answered with exactly one outcome. */
    sealed interface Command extends Input {
        String id();

        String kind();

        Requester requester();
    }

    record IssueJoinToken(String id, Requester requester) implements Command {
        @Override
        public String kind() {
            return "issue-join-token";
        }
    }

    /** @param token what is known of the token, empty when nothing is */
    record Enroll(String id, Requester requester, Optional<Token> token, String publicKey) implements Command {
        @Override
        public String kind() {
            return "enroll";
        }
    }

    record Cordon(String id, Requester requester, String reason) implements Command {
        @Override
        public String kind() {
            return "cordon";
        }
    }

    record Drain(String id, Requester requester, String reason, String mode) implements Command {
        @Override
        public String kind() {
            return "drain";
        }
    }

    record Resume(String id, Requester requester, String reason) implements Command {
        @Override
        public String kind() {
            return "resume";
        }
    }

    record Hello(NodeTelemetry.Hello hello) implements Input {}

    record Renewed(NodeTelemetry.Renewal renewal) implements Input {}

    /** Node-monitor read its own marker back. */
    record MarkerRead(long incarnation, String marker) implements Input {}

    /** Time passed. {@code markerId} is free for a marker that this may lead to. */
    record Checked(String markerId) implements Input {}

    /** @param released those of the acknowledged allocations that are known to be over already */
    record CordonAcknowledged(long version, boolean cordoned, Set<String> inFlight, Set<String> released)
            implements Input {}

    record Released(Set<String> allocations) implements Input {}

    record Token(Instant expiresAt, Optional<String> usedBy) {}
}
