package org.sing.scheduling.whatif;

import java.time.Duration;

/** Settings of a test. */
record Allowance(Duration mostTime, int memoryMib) implements SimulationSettings {
    static final Allowance USUAL = new Allowance(Duration.ofMinutes(5), 192);

    Allowance of(Duration time) {
        return new Allowance(time, memoryMib);
    }

    Allowance ofMemory(int mib) {
        return new Allowance(mostTime, mib);
    }

    @Override
    public String lookEvery() {
        return "1s";
    }

    @Override
    public int openInAll() {
        return 20;
    }

    @Override
    public int openPerUser() {
        return 1;
    }

    @Override
    public int waitingJobs() {
        return 5_000;
    }

    @Override
    public int traceJobs() {
        return LargeTrace.MOST;
    }

    @Override
    public long steps() {
        return 2_000_000;
    }

    @Override
    public int jobStarts() {
        return 500;
    }
}
