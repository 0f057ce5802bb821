package org.sing.incident.domain;

import java.time.Instant;
import java.util.List;

/** What is heard about a node as a whole. */
public sealed interface NodeSignal {
    String node();

    /** @param jobs that lived there when it was last heard of */
    record Lost(String node, long incarnation, Instant at, List<String> jobs) implements NodeSignal {
        public Lost {
            jobs = List.copyOf(jobs);
        }
    }

    record Back(String node, long incarnation, boolean rebooted, Instant at) implements NodeSignal {}

    /** An attempt ended because of the node. */
    record Hit(String node, String job) implements NodeSignal {}
}
