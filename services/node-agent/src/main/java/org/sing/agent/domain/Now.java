package org.sing.agent.domain;

import java.time.Instant;

/**
 * The two clocks of an agent.
 *
 * @param millis since the machine booted: monotonic, and the same for the kernel, the shim and every run of the agent
 * @param wall for people and for deadlines that others set
 */
public record Now(long millis, Instant wall) {}
