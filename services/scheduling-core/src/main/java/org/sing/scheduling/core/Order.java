package org.sing.scheduling.core;

import java.util.Comparator;

/** Seam: who comes before whom. The first that is not blocked is the head. */
public interface Order extends Comparator<Ticket> {

    /** First come, first served: by number, so that requeued and released jobs keep their arrival place. */
    static Order arrival() {
        return (a, b) -> Long.compare(a.number(), b.number());
    }

    /** By time limit, those without one last. */
    static Order shortest() {
        return (a, b) -> {
            var shorter = Long.compare(a.run().limitSeconds() - 1, b.run().limitSeconds() - 1);
            var compared =
                    Long.compareUnsigned(a.run().limitSeconds() - 1, b.run().limitSeconds() - 1);
            return shorter == 0 ? Long.compare(a.number(), b.number()) : compared;
        };
    }
}
