package org.sing.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.sing.schemas.Problem;

/** All that is wrong with a profile, so that nobody has to mend it one error at a time. */
final class Findings {
    private static final int MOST = 50;
    private static final Comparator<Problem> IN_THE_FILE =
            Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column);

    private final List<Problem> errors = new ArrayList<>();
    private final List<Problem> warnings = new ArrayList<>();

    void error(Place at, String detail) {
        add(errors, at.problem(detail));
    }

    void error(Place at, String detail, String suggestion) {
        add(errors, at.problem(detail).suggesting(suggestion));
    }

    /** A name that nobody knows, with the known one that was probably meant. */
    void unknown(Place at, String what, String name, Collection<String> known) {
        var problem = at.problem(Quote.of(name) + " is not " + what);
        add(errors, Nearest.to(name, known).map(problem::suggesting).orElse(problem));
    }

    void warn(Place at, String detail) {
        add(warnings, at.problem(detail));
    }

    void noEffectYet(Place at, String name, String because) {
        warn(at, name + " is accepted but has no effect yet" + (because.isEmpty() ? "" : ": " + because));
    }

    boolean failed() {
        return !errors.isEmpty();
    }

    List<Problem> errors() {
        return errors.stream().sorted(IN_THE_FILE).toList();
    }

    List<Problem> warnings() {
        return warnings.stream().sorted(IN_THE_FILE).toList();
    }

    private static void add(List<Problem> problems, Problem problem) {
        if (problems.size() < MOST) problems.add(problem);
    }
}
