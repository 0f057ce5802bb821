package org.sing.scheduling.core;

import java.util.Comparator;

/** Seam: who comes before whom. The first that is not blocked is the head. */
public interface Order extends Comparator<Ticket> {

    /** First come, first served: by number, so that requeued and released jobs keep their arrival place. */
    static Order arrival() {
        return (a, b) -> Long.compare(a.number(), b.number());
    }
}
