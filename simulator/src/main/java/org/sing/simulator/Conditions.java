package org.sing.simulator;

/**
 * What all rules of a comparison have in common besides the trace.
 *
 * @param askEvery of so many jobs that have to wait one is asked for when it should start; 0 for none
 */
public record Conditions(Machines machines, Faults faults, Moments moments, int askEvery) {

    static Conditions on(Machines machines) {
        return new Conditions(machines, Faults.NONE, Moments.TOGETHER, 0);
    }
}
