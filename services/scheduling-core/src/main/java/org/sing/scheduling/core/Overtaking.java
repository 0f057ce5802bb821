package org.sing.scheduling.core;

import java.util.Optional;

/** Seam: who starts next, the head or somebody who may pass it. */
public interface Overtaking {
    Optional<Start> next(Scene scene);

    /** What may overtake a job that has just become head: GPUs, or GPU-seconds where the rule measures. */
    default int budget(Scene scene) {
        return scene.first().request().weight();
    }

    /** Whether what overtakers use is measured while they run. */
    default boolean measures() {
        return false;
    }

    /** Nobody: first come, first served to the letter. */
    static Overtaking none() {
        return Scene::head;
    }

    /** The first later job that fits and whose GPUs are within the budget. */
    static Overtaking withinBudget() {
        return scene -> scene.head()
                .or(() -> scene.queue()
                        .first(request -> request.weight() <= scene.crowned().budget()
                                && scene.capacity().fits(request))
                        .map(ticket -> new Start(
                                ticket,
                                scene.capacity().find(ticket.request()).orElseThrow(),
                                scene.crowned().spend(ticket.request().weight()))));
    }
}
