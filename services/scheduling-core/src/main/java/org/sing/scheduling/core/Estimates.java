package org.sing.scheduling.core;

/** Seam: how long a whole run takes, as far as a rule may know it. */
public enum Estimates {
    /** Nothing is asked and nothing learned. */
    NONE {
        @Override
        Expectation expect(Ticket job, Memory memory) {
            return new Limited(Double.POSITIVE_INFINITY);
        }

        @Override
        Run known(Run run) {
            return Run.UNKNOWN;
        }
    },
    /** What users gave as time limit, a day when they gave none; a simulator may put the truth there. */
    LIMITS {
        @Override
        Expectation expect(Ticket job, Memory memory) {
            var limit = job.run().limitSeconds();
            return new Limited(limit > 0 ? limit : 86_400);
        }

        @Override
        Run known(Run run) {
            return new Run("", run.limitSeconds());
        }
    },
    /** What finished jobs of the same owner, name and size teach, and never more than the limit where there is one. */
    LEARNED {
        @Override
        Expectation expect(Ticket job, Memory memory) {
            var forecast = memory.forecast(job);
            var limit = job.run().limitSeconds();
            return limit > 0 ? new Capped(forecast, limit) : forecast;
        }

        @Override
        Run known(Run run) {
            return run;
        }
    };

    abstract Expectation expect(Ticket job, Memory memory);

    /** What of it a rule takes into account: jobs that differ in the rest only are equal to it. */
    abstract Run known(Run run);

    private record Limited(double seconds) implements Expectation {
        @Override
        public double seconds(double age) {
            return Math.max(seconds, age);
        }

        @Override
        public boolean within(double seconds) {
            return this.seconds <= seconds;
        }
    }

    private record Capped(Forecast learned, double limit) implements Expectation {
        @Override
        public double seconds() {
            return Math.min(limit, learned.seconds());
        }

        @Override
        public double seconds(double age) {
            return Math.max(age, Math.min(limit, age > 0 ? learned.seconds(age) : learned.seconds()));
        }

        @Override
        public boolean within(double seconds) {
            return limit <= seconds || learned.within(seconds);
        }
    }
}
