package org.sing.agent.domain;

import org.sing.schemas.Envelope;

/** A command of this node as it was read. */
public record Received(Envelope envelope, long offset) {
    long sequence() {
        return envelope.sequence();
    }
}
