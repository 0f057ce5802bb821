package org.sing.agent.domain;

import java.time.Instant;

/**
 * A process as the kernel tells it apart: the number alone is used again, with the start time it is unique until the
 * next boot.
 *
 * @param ticks start time in clock ticks since boot, from {@code /proc/<pid>/stat}
 */
public record Running(long pid, long ticks, long startedMillis, Instant startedAt) {}
