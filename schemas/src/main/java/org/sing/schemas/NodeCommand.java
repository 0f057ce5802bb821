package org.sing.schemas;

import java.time.Instant;

/** What operators ask of a node; key and subject are the node. Written by the gateway. */
public sealed interface NodeCommand {
    String node();

    Requester requester();

    /**
     * Allows one agent to join. Subject {@code nodes/*}.
     *
     * @param tokenHash SHA-256 of the token in hex; the token itself never travels
     */
    record IssueJoinToken(String node, Requester requester, String tokenHash, Instant expiresAt)
            implements NodeCommand {}

    /**
     * An agent with a join token wants to be known under this name.
     *
     * @param publicKey its Ed25519 key, X.509 in base64: from now on it signs its records with it
     */
    record Enroll(String node, Requester requester, String tokenHash, String publicKey) implements NodeCommand {}

    record Cordon(String node, Requester requester, String reason) implements NodeCommand {}

    /** @param mode {@code wait} for its jobs, {@code requeue} them or {@code kill} them */
    record Drain(String node, Requester requester, String reason, String mode) implements NodeCommand {}

    record Resume(String node, Requester requester, String reason) implements NodeCommand {}
}
