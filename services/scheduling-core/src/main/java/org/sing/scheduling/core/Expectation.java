package org.sing.scheduling.core;

/** How long a run of one job takes, as far as a rule may know it now: it follows what is learned meanwhile. */
interface Expectation {

    /** The whole run, before it starts. */
    double seconds();

    /** The whole run, once it has been running for so long. */
    double seconds(double age);

    /** Whether nine in ten jobs like this one are over after so long. */
    boolean within(double seconds);
}
