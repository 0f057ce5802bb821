package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Facts about processes, by the agent of the node; key and subject are the job, sequenced per node and job. */
public sealed interface ExecutionEvent {
    String job();

    int attempt();

    String allocation();

    String node();

    int rank();

    record Started(
            String job,
            int attempt,
            String allocation,
            String node,
            long incarnation,
            int rank,
            int ranks,
            List<String> gpus,
            long pid,
            Instant startedAt)
            implements ExecutionEvent {
        public Started {
            gpus = List.copyOf(gpus);
        }
    }

    /**
     * The rank is over and no process of it is left.
     *
     * @param ran whether it ever ran; a refused start never did
     * @param elapsedMillis by the agent's monotonic clock; 0 when it never ran
     * @param billedSeconds {@code elapsedMillis} rounded once, half up, to whole seconds: what is billed, x GPUs
     * @param outputBytes of standard output and error in the store
     */
    record Finished(
            String job,
            int attempt,
            String allocation,
            String node,
            long incarnation,
            int rank,
            int ranks,
            List<String> gpus,
            boolean ran,
            EndCause cause,
            Optional<Integer> exitCode,
            Optional<Integer> signal,
            Optional<Instant> startedAt,
            Instant endedAt,
            long elapsedMillis,
            long billedSeconds,
            long outputBytes,
            String detail)
            implements ExecutionEvent {
        public Finished {
            gpus = List.copyOf(gpus);
        }
    }
}
