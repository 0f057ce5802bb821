package org.sing.agent.domain;

import org.sing.schemas.Envelope;

/** A fact that the rest of the system must hear; it stays on record until the broker has it. */
public record Report(String job, long sequence, Envelope event) {}
