package org.sing.simulator;

/** What all rules of a comparison have in common besides the trace. */
public record Conditions(Machines machines, Faults faults, Moments moments) {

    static Conditions on(Machines machines) {
        return new Conditions(machines, Faults.NONE, Moments.TOGETHER);
    }
}
