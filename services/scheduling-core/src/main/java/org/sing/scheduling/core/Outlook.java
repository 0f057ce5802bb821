package org.sing.scheduling.core;

/** How long jobs will run, as the rule of the group sees it. */
record Outlook(Estimates estimates, Memory memory) {

    Expectation of(Ticket job) {
        return estimates.expect(job, memory);
    }

    Run known(Run run) {
        return estimates.known(run);
    }

    /** How many runs are known; while this is the same, so is every expectation. */
    long runs() {
        return memory.runs();
    }
}
