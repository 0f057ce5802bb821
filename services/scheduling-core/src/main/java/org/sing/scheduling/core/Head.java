package org.sing.scheduling.core;

/**
 * Who is first in a group's queue, and how many GPUs may still overtake it. The budget belongs to the identity of the
 * head and is never refunded while the same head waits: that is the starvation bound.
 */
public record Head(String group, String job, int budget) {

    static Head nobody(String group) {
        return new Head(group, "", 0);
    }

    boolean is(Ticket ticket) {
        return job.equals(ticket.job());
    }

    Head spend(int gpus) {
        return new Head(group, job, budget - gpus);
    }
}
