package org.sing.scheduling.core;

/** Seam: how long a whole run takes, as far as a rule may know it. */
public enum Estimates {
    /** Nothing is asked and nothing learned. */
    NONE {
        @Override
        double seconds(Ticket job, double age, Memory memory) {
            return Double.POSITIVE_INFINITY;
        }
    },
    /** What users gave as time limit, a day when they gave none; a simulator may put the truth there. */
    LIMITS {
        @Override
        double seconds(Ticket job, double age, Memory memory) {
            var limit = job.run().limitSeconds();
            return Math.max(limit > 0 ? limit : 86_400, age);
        }
    },
    /** What finished jobs of the same owner, name and size teach, and never more than the limit where there is one. */
    LEARNED {
        @Override
        double seconds(Ticket job, double age, Memory memory) {
            var forecast = memory.forecast(job);
            var learned = age > 0 ? forecast.seconds(age) : forecast.seconds();
            var limit = job.run().limitSeconds();
            return limit > 0 ? Math.max(age, Math.min(limit, learned)) : learned;
        }

        @Override
        double cautiousSeconds(Ticket job, Memory memory) {
            var limit = job.run().limitSeconds();
            var learned = memory.forecast(job).quantile(0.9);
            return limit > 0 ? Math.min(limit, learned) : learned;
        }
    };

    double cautiousSeconds(Ticket job, Memory memory) {
        return seconds(job, 0, memory);
    }

    /** @param age how long it has been running; 0 while it waits */
    abstract double seconds(Ticket job, double age, Memory memory);
}
