package org.sing.scheduling.core;

import java.util.Optional;
import java.util.function.Predicate;

/** Seam: who may start before a head that does not fit. */
public interface Overtaking {
    /**
     * @param budget GPUs that may still pass this head
     * @param fits whether a request fits now; the head's does not
     */
    Optional<Ticket> next(Queue queue, int budget, Predicate<Request> fits);

    /** Nobody: first come, first served to the letter. */
    static Overtaking none() {
        return (queue, budget, fits) -> Optional.empty();
    }

    /** The first later job that fits and whose GPUs are within the budget. */
    static Overtaking withinBudget() {
        return (queue, budget, fits) -> queue.first(request -> request.weight() <= budget && fits.test(request));
    }
}
