package org.sing.submission.app;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.sing.profile.CompileResult;
import org.sing.profile.Profiles;
import org.sing.profile.TaskArray;
import org.sing.profile.Waits;
import org.sing.schemas.ArrayTask;
import org.sing.schemas.Conditions;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;
import org.sing.schemas.Priority;
import org.sing.schemas.Problem;
import org.sing.schemas.Requester;
import org.sing.submission.domain.Refusal;
import org.sing.submission.domain.TaskIds;

/** Whether a submission becomes a job that can run, and at whose cost. */
public sealed interface Admission {
    Logger LOG = Logger.getLogger(Admission.class);
    int LONGEST_MESSAGE = 500;
    String DIGEST = "[0-9a-f]{64}";
    Problem NO_SNAPSHOT = Problem.of("The id of a snapshot is 64 hexadecimal digits.");
    Problem NOT_COMPILED =
            Problem.of("This profile cannot be read; an operator finds the reason in the log of submission.");

    Problem NOT_YOUR_PRIORITY = Problem.of(
            "Only operators hand in jobs of high priority; leave it out, or say low to let others go first.");

    /** Of an array's tasks together, which are folded, written and told in one transaction. */
    int MOST_CHARACTERS = 8 << 20;

    String project();

    /** What would not fit into one transaction is refused. */
    default Admission bounded() {
        return this;
    }

    /** @param message what its submitter should know about the profile, or empty */
    record Admitted(
            String project, JobSpec spec, String message, Optional<TaskArray> array, Waits waits, Requester requester)
            implements Admission {

        Admitted after(Conditions conditions) {
            return new Admitted(project, spec.after(conditions), message, array, waits, requester);
        }

        Admitted by(Instant deadline) {
            return new Admitted(project, spec.by(deadline), message, array, waits, requester);
        }

        @Override
        public Admission bounded() {
            if (array.isEmpty()) return this;
            var characters = Json.string(spec).length();
            return (long) characters * tasks() <= MOST_CHARACTERS
                    ? this
                    : new Rejected(project, Refusal.INVALID_PROFILE, List.of(tooLarge(characters)));
        }

        private Problem tooLarge(int characters) {
            return Problem.of(
                    "Each of the %d tasks repeats the %d characters of this profile, its environment and what it "
                                    .formatted(tasks(), characters)
                            + "waits for, which is more than %d in all: put the script into a file, or hand in arrays of at most %d tasks."
                                    .formatted(MOST_CHARACTERS, MOST_CHARACTERS / characters));
        }

        /** How many jobs it becomes. */
        int tasks() {
            return array.map(it -> it.indices().size()).orElse(1);
        }

        /**
         * What the job at this position among the tasks of its array is to do.
         *
         * @param first id of the first task
         * @param number of the first task
         */
        JobSpec task(String first, long number, int position) {
            if (array.isEmpty()) return spec;
            var indices = array.get().indices();
            var index = indices.get(position);
            var environment = new HashMap<>(spec.environment());
            environment.putAll(array.get().variables(number, index));
            var task = new ArrayTask(TaskIds.array(first), number, index, indices.size());
            return turned(task).task(task, environment);
        }

        /** Where all of them may be at work at once, none waits for its turn. */
        private JobSpec turned(ArrayTask task) {
            var atOnce = array.orElseThrow().atOnce();
            if (atOnce == 0 || atOnce >= task.tasks()) return spec;
            var turn = new Conditions.Turn(task.array(), task.number(), atOnce);
            var waits = spec.conditions().orElseGet(() -> new Conditions(Optional.empty(), List.of()));
            return spec.after(new Conditions(waits.begin(), waits.dependencies(), Optional.of(turn)));
        }
    }

    record Rejected(String project, String code, List<Problem> problems) implements Admission {}

    static Admission of(JobCommand.Submit submit) {
        return of(submit, Profiles::compile);
    }

    /** Whatever happens to the compiler is an answer: a command that nobody answers would be a job that never was. */
    static Admission of(JobCommand.Submit submit, BiFunction<String, String, CompileResult> compiler) {
        if (submit.snapshot().filter(id -> !id.matches(DIGEST)).isPresent())
            return new Rejected(shown(submit), Refusal.INVALID_PROFILE, List.of(NO_SNAPSHOT));
        try {
            return of(submit, compiler.apply(submit.profile(), submit.format()));
        } catch (RuntimeException e) {
            LOG.errorf(e, "profile not compiled job=%s", submit.job());
            return new Rejected(shown(submit), Refusal.INVALID_PROFILE, List.of(NOT_COMPILED));
        }
    }

    private static Admission of(JobCommand.Submit submit, CompileResult result) {
        return switch (result) {
            case CompileResult.Invalid invalid ->
                new Rejected(shown(submit), Refusal.INVALID_PROFILE, invalid.problems());
            case CompileResult.Compiled compiled -> paid(submit, compiled);
        };
    }

    /** A project does not learn of submissions by people who do not belong to it. */
    private static String shown(JobCommand.Submit submit) {
        return submit.requester().member(submit.project()) ? submit.project() : "";
    }

    private static Admission paid(JobCommand.Submit submit, CompileResult.Compiled compiled) {
        var requester = submit.requester();
        var project = project(submit.project(), compiled.account(), requester);
        if (project.isEmpty()) return new Rejected("", Refusal.PROJECT_REQUIRED, List.of());
        if (!requester.member(project.get()) && !requester.staff())
            return new Rejected("", Refusal.NOT_YOUR_PROJECT, List.of());
        if (compiled.spec().priority().filter(Priority.HIGH::equals).isPresent() && !requester.staff())
            return new Rejected(project.get(), Refusal.INVALID_PROFILE, List.of(NOT_YOUR_PRIORITY));
        return new Admitted(
                project.get(),
                compiled.spec().bringing(submit.snapshot()),
                message(compiled.warnings()),
                compiled.array(),
                compiled.waits(),
                requester);
    }

    /** What the request says, else what the profile says, else the only one there is. */
    private static Optional<String> project(String asked, Optional<String> account, Requester requester) {
        if (!asked.isEmpty()) return Optional.of(asked);
        if (account.isPresent() || requester.projects().size() != 1) return account;
        return Optional.of(requester.projects().getFirst());
    }

    private static String message(List<Problem> warnings) {
        var text = warnings.stream()
                .map(warning -> "line " + warning.line() + ": " + warning.detail())
                .collect(Collectors.joining("; "));
        return text.length() > LONGEST_MESSAGE ? text.substring(0, LONGEST_MESSAGE) + "..." : text;
    }
}
