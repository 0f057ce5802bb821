package org.sing.scheduling.app;

import java.util.Optional;
import org.sing.scheduling.core.Decision;
import org.sing.schemas.Envelopes.Cause;

/** A decision, what caused it, and the order of the job that it is about. */
public record Decided(Decision decision, Cause cause, Optional<Order> order) {}
