package org.sing.simulator;

import org.sing.traces.Trace;
import org.sing.traces.Traced;

/** What the rules are told about the length of runs. */
public enum Knowledge {
    /** The time limits of the trace. */
    REQUESTED {
        @Override
        Traced tell(Traced job) {
            return job;
        }
    },
    /** The truth, as time limit: an oracle. */
    PERFECT {
        @Override
        Traced tell(Traced job) {
            return with(job, (long) Math.max(1, Math.ceil(job.runSeconds())));
        }
    },
    NOTHING {
        @Override
        Traced tell(Traced job) {
            return with(job, 0);
        }
    };

    public Trace tell(Trace trace) {
        return trace.with(trace.jobs().stream().map(this::tell).toList(), trace.skipped());
    }

    abstract Traced tell(Traced job);

    private static Traced with(Traced job, long limit) {
        return new Traced(
                job.id(),
                job.submitSeconds(),
                job.runSeconds(),
                job.gpus(),
                job.nodes(),
                job.user(),
                job.project(),
                job.name(),
                limit);
    }
}
