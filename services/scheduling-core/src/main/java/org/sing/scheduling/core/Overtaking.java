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

    /** Whether a budget of GPUs says who may pass, which a waiting job is then told of. */
    default boolean budgeted() {
        return false;
    }

    /** The first later job that fits and whose GPUs are within the budget. */
    static Overtaking withinBudget() {
        return new Overtaking() {
            @Override
            public Optional<Start> next(Scene scene) {
                return scene.head().or(() -> passing(scene));
            }

            @Override
            public boolean budgeted() {
                return true;
            }
        };
    }

    private static Optional<Start> passing(Scene scene) {
        return scene.queue()
                .first(request -> request.weight() <= scene.crowned().budget()
                        && scene.capacity().fits(request))
                .map(ticket -> new Start(
                        ticket,
                        scene.capacity().find(ticket.request()).orElseThrow(),
                        scene.crowned().spend(ticket.request().weight())));
    }
}
