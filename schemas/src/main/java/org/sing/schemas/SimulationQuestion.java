package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What if? Answered twice on the same input: under the setting of now, and with the change.
 *
 * @param from {@code queue}, {@code range} or {@code trace}
 * @param trace the jobs of a range or an uploaded trace
 * @param seed of all chance
 */
public record SimulationQuestion(String from, Optional<Range> range, Optional<Trace> trace, Change change, long seed) {

    /** Jobs that were submitted from {@code since} on and before {@code until}. */
    public record Range(Instant since, Instant until) {}

    /**
     * @param form {@code swf}, {@code sacct}, {@code columns} or one of its names
     * @param packed the text, gzipped, in base64; absent where it is only told what was asked
     * @param machines on which both answers are computed; absent for those of now
     */
    public record Trace(String form, Optional<String> packed, Optional<Machines> machines) {}

    public record Machines(int nodes, int gpusPerNode) {}

    /** What is different; what is absent is as it is now. */
    public record Change(
            Optional<String> rule,
            Optional<Integer> nodes,
            Optional<Integer> gpusPerNode,
            List<Limit> limits,
            Optional<Failures> failures) {
        public Change {
            limits = limits == null ? List.of() : List.copyOf(limits);
        }
    }

    /** @param name {@code *} is the default of the scope; 0 means no limit */
    public record Limit(
            String scope,
            String name,
            Optional<Long> runningJobs,
            Optional<Long> runningGpus,
            Optional<Long> nodesPerJob) {}

    /** Either by chance, when each node works and is away for so long on average, or as told. */
    public record Failures(
            Optional<Long> meanSecondsBetween, Optional<Long> meanSecondsToRepair, List<Outage> outages) {
        public Failures {
            outages = outages == null ? List.of() : List.copyOf(outages);
        }
    }

    public record Outage(String node, long afterSeconds, long forSeconds) {}

    /** For those who only want to know what was asked. */
    public SimulationQuestion brief() {
        return new SimulationQuestion(
                from, range, trace.map(it -> new Trace(it.form, Optional.empty(), it.machines)), change, seed);
    }
}
