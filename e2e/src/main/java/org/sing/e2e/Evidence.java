package org.sing.e2e;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sing.schemas.Envelope;

/**
 * What an auditor may look at: the agents' journals, the topics and the databases; and the list of jobs that a client was
 * told are accepted.
 *
 * @param acknowledged jobs answered with 201 or 202
 * @param cancelled jobs whose cancel was answered with 2xx
 * @param events all records of the event topics, read committed, in the order of their partitions
 * @param runs run intervals out of the agents' journals, by the machine's monotonic clock
 * @param ledger lines of the ledger table
 * @param openAllocations allocations that the scheduler's database still holds
 * @param outboxes per service, the (source, id) of every message in its outbox table
 * @param outboxPending messages that committed and are not published, per service
 * @param survivors job processes that still live, by their allocation ids
 */
public record Evidence(
        Set<String> acknowledged,
        Set<String> cancelled,
        List<Envelope> events,
        List<Run> runs,
        List<Line> ledger,
        List<String> openAllocations,
        Map<String, Set<String>> outboxes,
        Map<String, Long> outboxPending,
        List<String> survivors) {

    /**
     * One rank of an attempt on one GPU-bearing node. {@code endedMillis} is absent (negative) while it runs.
     *
     * @param startedMillis milliseconds since the machine's boot
     * @param billed whole seconds that the agent reported, negative when it has not ended
     */
    public record Run(
            String node,
            String job,
            int attempt,
            String allocation,
            int rank,
            List<String> gpus,
            long startedMillis,
            long endedMillis,
            long billed) {

        boolean overlaps(Run other) {
            return startedMillis < other.end() && other.startedMillis < end();
        }

        private long end() {
            return endedMillis < 0 ? Long.MAX_VALUE : endedMillis;
        }
    }

    /** @param kind {@code usage} or {@code refund} */
    public record Line(
            String job,
            int attempt,
            int rank,
            String kind,
            String owner,
            String project,
            int gpus,
            long seconds,
            long gpuSeconds,
            Instant at) {}
}
