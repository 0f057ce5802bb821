package org.sing.scheduling.core;

import java.util.Comparator;

/** Seam: who comes before whom. The first that is not blocked is the head. */
public interface Order {

    /** By what is known of accounts now. */
    Comparator<Ticket> among(Usages usages);

    /** Whether two jobs never change places, so that a queue need not be looked through. */
    default boolean steady() {
        return true;
    }

    /** First come, first served: by number, so that requeued and released jobs keep their arrival place. */
    static Order arrival() {
        return usages -> Comparator.comparingLong(Ticket::number);
    }

    /** By time limit, those without one last. */
    static Order shortest() {
        return usages -> (a, b) -> {
            var compared =
                    Long.compareUnsigned(a.run().limitSeconds() - 1, b.run().limitSeconds() - 1);
            return compared == 0 ? Long.compare(a.number(), b.number()) : compared;
        };
    }

    /** By class, then whose project used least lately, then whose user did in it, then by arrival. */
    static Order fair() {
        return new Order() {
            @Override
            public Comparator<Ticket> among(Usages usages) {
                return (a, b) -> {
                    var higher =
                            Integer.compare(b.request().priority(), a.request().priority());
                    if (higher != 0) return higher;
                    var fairer = usages.compare(a.account(), b.account());
                    return fairer == 0 ? Long.compare(a.number(), b.number()) : fairer;
                };
            }

            @Override
            public boolean steady() {
                return false;
            }
        };
    }
}
