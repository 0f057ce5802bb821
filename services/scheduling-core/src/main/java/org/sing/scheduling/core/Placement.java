package org.sing.scheduling.core;

import java.util.List;
import java.util.Optional;

/** Seam: on which nodes a gang goes. */
public interface Placement {
    /** One room per rank, in the order of ranks; empty when the whole gang does not fit now. */
    Optional<List<Room>> choose(Request request, Capacity capacity);
}
