package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the scheduler decided; key and subject are the job (of a cordon acknowledgement: the node). */
public sealed interface SchedulingEvent {

    /** One node's part of a placement. {@code gpus} are GPU ids as the node reported them; rank counts from 0. */
    record Share(String node, long incarnation, int rank, List<String> gpus, int cpus, long memoryBytes) {
        public Share {
            gpus = List.copyOf(gpus);
        }
    }

    /**
     * The receipt of an overtaking: the head that waited, and what might still overtake it before and after.
     *
     * @param unit of both budgets: {@code gpus} or {@code gpu-seconds}
     */
    record Overtaking(String head, int budgetBefore, int budgetAfter, String unit) {
        public static final String GPUS = "gpus";
        public static final String GPU_SECONDS = "gpu-seconds";

        /** Older writers counted GPUs and did not say so. */
        public Overtaking {
            unit = unit == null ? GPUS : unit;
        }
    }

    /** Between which times a job should start, and when most likely, as it was seen at a time. */
    record Estimate(Instant earliest, Instant likely, Instant latest, Instant madeAt) {}

    /**
     * A gang got its GPUs: all of it or nothing.
     *
     * @param epoch the leadership under which it was decided; commands of an older one are refused by agents
     * @param reason one sentence: why here, why now
     * @param estimate the first that was said of this start, while this rule decided
     */
    record Placed(
            String job,
            int attempt,
            String allocation,
            long epoch,
            String rule,
            List<Share> shares,
            Optional<Overtaking> overtaking,
            String reason,
            Instant startDeadline,
            Optional<Estimate> estimate)
            implements SchedulingEvent {
        public Placed {
            shares = List.copyOf(shares);
            overtaking = overtaking == null ? Optional.empty() : overtaking;
            estimate = estimate == null ? Optional.empty() : estimate;
        }

        /** Before anything was said of its start. */
        public Placed(
                String job,
                int attempt,
                String allocation,
                long epoch,
                String rule,
                List<Share> shares,
                Optional<Overtaking> overtaking,
                String reason,
                Instant startDeadline) {
            this(job, attempt, allocation, epoch, rule, shares, overtaking, reason, startDeadline, Optional.empty());
        }
    }

    /** The GPUs of a placement are free again, all of them. */
    record AllocationReleased(String job, int attempt, String allocation) implements SchedulingEvent {}

    /**
     * The attempt is over although no agent says so: the node was lost, or the start never happened.
     *
     * @param node the node at fault, empty when there is none
     */
    record AttemptEnded(String job, int attempt, String allocation, EndCause cause, String node, String detail)
            implements SchedulingEvent {}

    /** Taken out of the queue before any placement, as asked; the job may be closed. */
    record Withdrawn(String job) implements SchedulingEvent {}

    /**
     * Why a job waits. Published when the answer changes, or the estimate by more than a little.
     *
     * @param verdict WAITING, BLOCKED, NEVER_FITS or RUNNABLE_SOON
     * @param constraint the binding constraint in kebab-case: {@code gpus}, {@code cpus}, {@code memory},
     *     {@code set-aside}, {@code head-of-queue}, {@code budget}, {@code user-running-jobs}, {@code user-running-gpus}, {@code project-running-gpus}, {@code held},
     *     {@code not-yet-eligible}, {@code excluded-nodes}
     * @param limit the constraint's limit, {@code current} what is in use, {@code requested} what the job wants
     * @param jobsAhead jobs of its queue that are considered before it
     * @param gpusAhead GPUs that these ask for
     * @param detail one sentence for people
     * @param estimate when it should start, once that was looked ahead
     */
    record Waiting(
            String job,
            String verdict,
            String constraint,
            long limit,
            long current,
            long requested,
            int jobsAhead,
            int gpusAhead,
            String detail,
            Optional<Estimate> estimate)
            implements SchedulingEvent {
        public Waiting {
            estimate = estimate == null ? Optional.empty() : estimate;
        }

        /** Before anything was said of its start. */
        public Waiting(
                String job,
                String verdict,
                String constraint,
                long limit,
                long current,
                long requested,
                int jobsAhead,
                int gpusAhead,
                String detail) {
            this(job, verdict, constraint, limit, current, requested, jobsAhead, gpusAhead, detail, Optional.empty());
        }
    }

    /** From this event on no placement commits on the node; {@code inFlight} are the allocations that still hold it. */
    record CordonAcknowledged(String node, long version, boolean cordoned, List<InFlight> inFlight)
            implements SchedulingEvent {
        public CordonAcknowledged {
            inFlight = List.copyOf(inFlight);
        }
    }

    record InFlight(String job, int attempt, String allocation) {}
}
