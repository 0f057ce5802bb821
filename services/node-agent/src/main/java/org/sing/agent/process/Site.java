package org.sing.agent.process;

import java.nio.file.Path;
import org.sing.agent.domain.Allocation;

/** One allocation on one node, and where its files are. */
public record Site(String node, Allocation allocation, Workplace workplace) {
    Path folder() {
        return workplace.folder(allocation.id());
    }

    Path output() {
        return workplace.output(allocation);
    }

    Path pump() {
        return workplace.pump(allocation.id());
    }

    Allotment allotment() {
        return workplace.allotment(allocation.id());
    }

    long outputBytes() {
        return workplace.outputBytes(allocation);
    }

    String owner() {
        return ProcessTable.owner(node, allocation.id());
    }
}
