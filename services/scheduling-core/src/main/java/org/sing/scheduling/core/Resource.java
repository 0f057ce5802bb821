package org.sing.scheduling.core;

/** What nodes have and jobs ask for. */
enum Resource {
    GPUS("gpus") {
        @Override
        long asked(Request request, Node node) {
            return request.gpusPerNode();
        }

        @Override
        long whole(Room room) {
            return room.node().gpus().size();
        }

        @Override
        long free(Room room) {
            return room.freeGpus();
        }

        @Override
        String amount(long count) {
            return count == 1 ? "1 GPU" : count + " GPUs";
        }
    },
    CPUS("cpus") {
        @Override
        long asked(Request request, Node node) {
            return request.cpusOn(node);
        }

        @Override
        long whole(Room room) {
            return room.node().cpus();
        }

        @Override
        long free(Room room) {
            return room.freeCpus();
        }

        @Override
        String amount(long count) {
            return count == 1 ? "1 CPU" : count + " CPUs";
        }
    },
    MEMORY("memory") {
        @Override
        long asked(Request request, Node node) {
            return request.memoryOn(node);
        }

        @Override
        long whole(Room room) {
            return room.node().memory();
        }

        @Override
        long free(Room room) {
            return room.freeMemory();
        }

        /** Rounded to whole units, so that people can read it; the numbers of the answer are in bytes. */
        @Override
        String amount(long bytes) {
            return (bytes >= 1L << 30 ? (bytes >> 30) + " GiB" : (bytes >> 20) + " MiB") + " of memory";
        }
    };

    final String constraint;

    Resource(String constraint) {
        this.constraint = constraint;
    }

    /** By one rank on this node. */
    abstract long asked(Request request, Node node);

    abstract long whole(Room room);

    abstract long free(Room room);

    abstract String amount(long count);
}
