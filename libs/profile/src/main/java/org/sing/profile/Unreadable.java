package org.sing.profile;

import org.sing.schemas.Problem;

/** The text is not even YAML or JSON, or it is an attack: there is nothing more to find in it. */
final class Unreadable extends Exception {
    private final transient Problem problem;

    Unreadable(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    static Unreadable at(Place place, String detail) {
        return new Unreadable(place.problem(detail));
    }

    Problem problem() {
        return problem;
    }
}
