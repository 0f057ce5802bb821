package org.sing.schemas;

/**
 * A piece of a job's output for those who follow it; key and subject are the job. The whole output is in the store.
 *
 * @param offset of its first byte in the rank's output file
 * @param endOffset one past its last byte; greater than {@code offset} + length of {@code text} where the middle was
 *     left out to spare the bus
 * @param text UTF-8, malformed bytes replaced
 * @param last whether nothing follows
 */
public record ExecutionOutput(
        String job, int attempt, int rank, long offset, long endOffset, String text, boolean last) {}
