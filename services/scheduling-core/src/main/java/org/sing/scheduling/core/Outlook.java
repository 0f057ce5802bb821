package org.sing.scheduling.core;

/** How long jobs will run, as the rule of the group sees it. */
record Outlook(Estimates estimates, Memory memory) {

    /** The whole run of a job that waits. */
    double seconds(Ticket job) {
        return estimates.seconds(job, 0, memory);
    }

    /** The whole run of a job that has been running for so long. */
    double seconds(Ticket job, double age) {
        return estimates.seconds(job, age, memory);
    }

    /** What nine in ten jobs like this one do not exceed. */
    double cautiousSeconds(Ticket job) {
        return estimates.cautiousSeconds(job, memory);
    }

    /** GPU-seconds that a waiting job is expected to use. */
    double work(Ticket job) {
        return seconds(job) * job.request().weight();
    }
}
