package org.sing.agent.domain;

/**
 * How far the commands of the node are applied.
 *
 * @param sequence of the last one, counted by the scheduler per node
 * @param offset where to read on
 * @param epoch the highest seen
 */
public record Position(long sequence, long offset, long epoch) {}
