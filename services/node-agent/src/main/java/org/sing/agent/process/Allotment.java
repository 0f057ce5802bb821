package org.sing.agent.process;

import org.sing.schemas.ExecutionCommand.Start;

/**
 * What of a node a job was promised, and may use.
 *
 * @param cpus processor seconds per second; 0 means as much as there is
 * @param memoryBytes 0 means as much as there is
 */
record Allotment(int cpus, long memoryBytes) {
    static final Allotment ANY = new Allotment(0, 0);

    static Allotment of(Start start) {
        return new Allotment(start.cpus(), start.memoryBytes());
    }
}
