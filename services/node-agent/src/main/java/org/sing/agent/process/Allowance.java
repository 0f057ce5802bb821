package org.sing.agent.process;

/**
 * What every job of this machine finds and how much it may use.
 *
 * @param path where its shell looks for programs
 * @param processes how many processes and threads it may have at once
 * @param outputBytes how much of its output is kept
 */
public record Allowance(String path, int processes, long outputBytes) {
    public static final String PATH = "/usr/local/bin:/usr/bin:/bin";
    public static final int PROCESSES = 4_096;
    public static final long OUTPUT_BYTES = 1L << 30;

    /** In which a shell counts the limit of a file. */
    private static final int BLOCK = 512;

    public Allowance {
        if (processes < 1) throw new IllegalArgumentException("a job needs at least one process");
        if (outputBytes < BLOCK) throw new IllegalArgumentException("the output limit must be at least " + BLOCK);
        outputBytes -= outputBytes % BLOCK;
    }

    long outputBlocks() {
        return outputBytes / BLOCK;
    }
}
