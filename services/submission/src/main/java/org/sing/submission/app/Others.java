package org.sing.submission.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.sing.profile.Waits.Reference;
import org.sing.schemas.ArrayTask;
import org.sing.schemas.Conditions;
import org.sing.schemas.Conditions.Dependency;
import org.sing.schemas.Conditions.Kind;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Problem;
import org.sing.schemas.Requester;
import org.sing.submission.app.Admission.Admitted;
import org.sing.submission.domain.Job.Submission;
import org.sing.submission.domain.Refusal;

/** The jobs that new ones want to wait for: names become jobs, and waits become times. */
public final class Others {
    private final List<Other> found;

    Others(Collection<Other> found) {
        this.found = new ArrayList<>(found);
    }

    /**
     * A job as far as another one is concerned with it.
     *
     * @param array of which it is a task
     */
    public record Other(
            String id,
            long number,
            String owner,
            String project,
            String name,
            boolean ended,
            Optional<ArrayTask> array) {
        public Other {
            array = array == null ? Optional.empty() : array;
        }

        /** A job, or one task of an array: by its id, its own number, or its place in the array. */
        private boolean is(String written) {
            return written.equals(id)
                    || written.equals(Long.toString(number))
                    || array.map(ArrayTask::label).filter(written::equals).isPresent();
        }

        private boolean isOfArray(String written) {
            return array.filter(it -> written.equals(it.array()) || written.equals(Long.toString(it.number())))
                    .isPresent();
        }

        /** Who may see a job may wait for it; who may not does not learn that it exists. */
        private boolean visibleTo(Requester requester) {
            return requester.staff() || requester.id().equals(owner) || requester.member(project);
        }
    }

    /** @param names of jobs that somebody wrote, numbers and ids */
    record Wanted(List<String> names, List<Singleton> singletons) {
        static Wanted of(Collection<Admission> admissions) {
            var names = new ArrayList<String>();
            var singletons = new ArrayList<Singleton>();
            for (var admission : admissions)
                if (admission instanceof Admitted it) {
                    it.waits().after().forEach(reference -> names.add(reference.job()));
                    if (it.waits().singleton())
                        singletons.add(
                                new Singleton(it.requester().id(), it.spec().name()));
                }
            return new Wanted(names, singletons);
        }

        boolean isEmpty() {
            return names.isEmpty() && singletons.isEmpty();
        }
    }

    /** All jobs of an owner with the same name. */
    public record Singleton(String owner, String name) {}

    /** A later one of the same batch may wait for it. */
    void came(Submission by, long number, JobSpec spec) {
        found.add(new Other(by.job(), number, by.owner(), by.project(), spec.name(), false, spec.array()));
    }

    Admission settle(Admission admission, Instant now) {
        if (!(admission instanceof Admitted it) || it.waits().forNothing()) return admission;
        var problems = new ArrayList<Problem>();
        var dependencies = new ArrayList<Dependency>();
        for (var reference : it.waits().after())
            named(reference, it.requester())
                    .ifPresentOrElse(dependencies::add, () -> problems.add(reference.unknown()));
        if (!problems.isEmpty()) return new Admission.Rejected(it.project(), Refusal.UNKNOWN_DEPENDENCY, problems);
        if (it.waits().singleton()) dependencies.addAll(before(it));
        // What has come already is nothing to wait for.
        var begin = it.waits().begin().from(now).filter(now::isBefore);
        var admitted = begin.isEmpty() && dependencies.isEmpty() ? it : it.after(new Conditions(begin, dependencies));
        return it.waits()
                .deadline()
                .from(now)
                .map(at -> by(admitted, at, begin.orElse(now)))
                .orElse(admitted);
    }

    /** The number of an array means all of its tasks, as it does to Slurm. */
    private Optional<Dependency> named(Reference reference, Requester requester) {
        var visible = found.stream().filter(other -> other.visibleTo(requester)).toList();
        var array = visible.stream()
                .filter(other -> other.isOfArray(reference.job()))
                .findFirst()
                .flatMap(Other::array)
                .map(it -> new Dependency(it.array(), it.number(), reference.kind()));
        return array.or(() -> visible.stream()
                .filter(other -> other.is(reference.job()))
                .findFirst()
                .map(other -> new Dependency(other.id, other.number, reference.kind())));
    }

    private List<Dependency> before(Admitted it) {
        return found.stream()
                .filter(other -> !other.ended
                        && other.owner.equals(it.requester().id())
                        && other.name.equals(it.spec().name()))
                .map(other -> new Dependency(other.id, other.number, Kind.AFTER_ANY))
                .toList();
    }

    /** @param first when it could start at the earliest */
    private static Admission by(Admitted it, Instant deadline, Instant first) {
        var limit = it.spec().timeLimitSeconds();
        if (deadline.isAfter(first.plusSeconds(limit))) return it.by(deadline);
        var late = "Its deadline is %s, and it could not end before %s.".formatted(deadline, first.plusSeconds(limit));
        return new Admission.Rejected(it.project(), Refusal.INVALID_PROFILE, List.of(Problem.of(late)));
    }
}
