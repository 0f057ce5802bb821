package org.sing.schemas;

import java.util.List;
import java.util.Optional;

/**
 * Where a job wants to run, as far as it does not leave that to the scheduler.
 *
 * @param nodelist names of the nodes that it may run on; empty means any
 * @param exclude names of nodes that it must never run on
 * @param exclusive whether nobody else may be on its nodes; it fits only where it asks for all GPUs of a node
 * @param reservation in which it wants to run, and nowhere else
 * @param maxNodes of a range of nodes the larger number, while {@link JobSpec#nodes} is the smaller; 0 for no range
 */
public record Where(
        List<String> nodelist, List<String> exclude, boolean exclusive, Optional<String> reservation, int maxNodes) {
    public static final Where ANY = new Where(List.of(), List.of(), false, Optional.empty(), 0);

    public Where {
        reservation = reservation == null ? Optional.empty() : reservation;
        nodelist = nodelist == null ? List.of() : List.copyOf(nodelist);
        exclude = exclude == null ? List.of() : List.copyOf(exclude);
    }

    /** Whether the node's name is all right. */
    public boolean allows(String node) {
        return (nodelist.isEmpty() || nodelist.contains(node)) && !exclude.contains(node);
    }
}
