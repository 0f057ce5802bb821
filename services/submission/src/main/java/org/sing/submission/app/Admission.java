package org.sing.submission.app;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sing.profile.CompileResult;
import org.sing.profile.Profiles;
import org.sing.profile.Waits;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Problem;
import org.sing.schemas.Requester;
import org.sing.submission.domain.Refusal;

/** Whether a submission becomes a job that can run, and at whose cost. */
public sealed interface Admission {
    int LONGEST_MESSAGE = 500;

    String project();

    /** @param message what its submitter should know about the profile, or empty */
    record Admitted(String project, JobSpec spec, String message, Waits waits, Requester requester)
            implements Admission {}

    record Rejected(String project, String code, List<Problem> problems) implements Admission {}

    static Admission of(JobCommand.Submit submit) {
        return switch (Profiles.compile(submit.profile(), submit.format())) {
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
        return new Admitted(project.get(), compiled.spec(), message(compiled.warnings()), compiled.waits(), requester);
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
