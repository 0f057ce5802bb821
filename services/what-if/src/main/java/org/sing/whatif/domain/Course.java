package org.sing.whatif.domain;

import java.time.Instant;
import java.util.List;

/**
 * What became of everything in one life.
 *
 * @param ran jobs that were waited for, in the order of their first starts
 * @param changes of what is in use, there and waiting, in the order of time
 */
record Course(Instant begin, List<Ran> ran, int neverFit, int stillWaiting, int requeues, List<Change> changes) {

    /** @param waitedMillis in the queue, before the first attempt and between attempts, as far as it ended */
    record Ran(String job, Instant started, long waitedMillis, long ranMillis) {
        private static final double SHORT_MILLIS = 10_000;

        /** How many times longer than its run it took, with runs under 10 s taken as 10 s. */
        double boundedSlowdown() {
            return Math.max(1, (waitedMillis + ranMillis) / Math.max(SHORT_MILLIS, ranMillis));
        }
    }

    /** @param gpusInUse how many more; negative for fewer */
    record Change(Instant at, int gpusInUse, int gpus, int waiting) {}

    Instant lastStart() {
        return ran.isEmpty() ? begin : ran.getLast().started();
    }
}
