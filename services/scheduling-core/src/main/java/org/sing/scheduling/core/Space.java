package org.sing.scheduling.core;

/** How much would be free on a node after some ends. */
final class Space {
    private final Room room;
    private final Node node;
    private int gpus;
    private int cpus;
    private long memory;

    Space(Room room) {
        this.room = room;
        node = room.node();
        gpus = room.freeGpus();
        cpus = room.freeCpus();
        memory = room.freeMemory();
    }

    Node node() {
        return node;
    }

    void give(Share share) {
        gpus += share.gpus().size();
        cpus += share.cpus();
        memory += share.memory();
    }

    boolean fits(Request request) {
        return (request.model().isEmpty() || request.model().equals(node.type()))
                && request.allows(node)
                && room.admits(request)
                && gpus >= request.gpusPerNode()
                && cpus >= request.cpusOn(node)
                && memory >= request.memoryOn(node);
    }

    boolean fitsBeside(Request request, Request other) {
        return gpus - other.gpusPerNode() >= request.gpusPerNode()
                && cpus - other.cpusOn(node) >= request.cpusOn(node)
                && memory - other.memoryOn(node) >= request.memoryOn(node);
    }
}
