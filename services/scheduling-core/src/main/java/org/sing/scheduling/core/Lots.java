package org.sing.scheduling.core;

/**
 * How long runs take, drawn by lot out of what was learned of them: for whoever lives a state on. The same job has the same
 * lot in the same life, whatever the rule, so that two ways to go on differ by what was changed and not by luck.
 */
public final class Lots {
    /** How often it is lived on. The starts part time into one piece more, in each of which the truth is as likely. */
    public static final int LIVES = 19;

    private final Memory memory;
    private final long seed;

    /** @param seed the live estimates take 0 */
    public Lots(Snapshot snapshot, long seed) {
        var histories = new Table<History>(History::kind);
        snapshot.histories().forEach(histories::load);
        memory = new Memory(histories);
        this.seed = seed;
    }

    /** The whole run of a job that has been running for {@code age} seconds; over its limit it never is. */
    public double seconds(Job job, int life, double age) {
        var whole = memory.forecast(job.ticket()).quantile(draw(job, life), age);
        var limit = job.run().limitSeconds();
        return limit > 0 ? Math.min(limit, whole) : whole;
    }

    private double draw(Job job, int life) {
        var mixed = (job.number() * LIVES + life + 1) * 0x9E3779B97F4A7C15L + seed * 0xD1B54A32D192ED03L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
    }
}
