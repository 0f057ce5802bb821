package org.sing.scheduling.core;

import java.util.List;

/**
 * Who is first in a group's queue, and how many GPUs may still overtake it. The budget belongs to the job
 * and is never refunded while it waits, not even when others are head meanwhile: that is the starvation bound.
 *
 * @param aside nodes that are set aside for it: nobody else may start there
 */
public record Head(String group, String job, int budget, List<String> aside) {

    /** Rows of older releases set nothing aside. */
    public Head {
        aside = aside == null ? List.of() : List.copyOf(aside);
    }

    Head(String group, String job, int budget) {
        this(group, job, budget, List.of());
    }

    static Head nobody(String group) {
        return new Head(group, "", 0);
    }

    boolean is(Ticket ticket) {
        return job.equals(ticket.job());
    }

    Head spend(int gpus) {
        return new Head(group, job, budget - gpus, aside);
    }

    Head setAside(List<String> nodes) {
        return new Head(group, job, budget, nodes);
    }
}
