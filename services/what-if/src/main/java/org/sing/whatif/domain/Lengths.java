package org.sing.whatif.domain;

/** How long runs take in each life. */
interface Lengths {

    /** What is left of the run of a job that has been running for so long. */
    long leftMillis(String job, int life, long ageMillis);
}
