package org.sing.scheduling.core;

import java.util.Collections;
import java.util.List;

/**
 * Where a job wants to run.
 *
 * @param only names of the nodes that it may run on, sorted; empty means any
 * @param without names of nodes that it must never run on, sorted
 * @param alone whether nobody else may be on its nodes: it takes the whole of each, and fits only where it asks for all
 *     GPUs, so that no GPU idles that nobody asked for
 * @param reservation in which it wants to run, and nowhere else; empty for none
 */
public record Where(List<String> only, List<String> without, boolean alone, String reservation) {
    public static final Where ANY = new Where(List.of(), List.of(), false, "");

    public Where {
        reservation = reservation == null ? "" : reservation;
        only = only.stream().sorted().distinct().toList();
        without = without.stream().sorted().distinct().toList();
    }

    boolean allows(String node) {
        return (only.isEmpty() || Collections.binarySearch(only, node) >= 0)
                && Collections.binarySearch(without, node) < 0;
    }

    /** For people, behind what is asked for; empty when anywhere will do. */
    String inWords() {
        return (alone ? ", for itself alone" : "") + which();
    }

    /** The nodes themselves, for people. */
    String which() {
        return (only.isEmpty() ? "" : ", of " + String.join(", ", only))
                + (reservation.isEmpty() ? "" : ", in the reservation " + reservation)
                + (without.isEmpty() ? "" : ", without " + String.join(", ", without));
    }
}
