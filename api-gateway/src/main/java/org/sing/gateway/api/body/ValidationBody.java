package org.sing.gateway.api.body;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.profile.CompileResult;
import org.sing.schemas.Conditions.Kind;
import org.sing.schemas.JobSpec;

/**
 * What a profile would become.
 *
 * @param project the one that it names
 * @param array the tasks that it becomes, if it becomes several
 * @param waits what it waits for, if for anything; whether those jobs exist is known when it is handed in
 */
public record ValidationBody(
        JobSpec spec,
        Optional<String> project,
        Optional<Array> array,
        Optional<Waits> waits,
        List<ProblemBody.Entry> warnings) {

    /** @param atOnce so many tasks may be at work; 0 for all of them */
    public record Array(List<Integer> indices, int atOnce) {}

    /**
     * @param delaySeconds from when the job is handed in
     * @param deadline of which the same is true as of {@code begin}: a time, or so many seconds
     */
    public record Waits(
            Optional<Instant> begin,
            Optional<Long> delaySeconds,
            Optional<Instant> deadline,
            Optional<Long> deadlineSeconds,
            List<Reference> after,
            boolean singleton) {

        static Waits of(org.sing.profile.Waits waits) {
            return new Waits(
                    waits.begin().at(),
                    waits.begin().delay().map(Duration::toSeconds),
                    waits.deadline().at(),
                    waits.deadline().delay().map(Duration::toSeconds),
                    waits.after().stream()
                            .map(it -> new Reference(it.kind(), it.job()))
                            .toList(),
                    waits.singleton());
        }
    }

    /** @param job number or id, as it was written */
    public record Reference(Kind kind, String job) {}

    public static ValidationBody of(CompileResult.Compiled compiled) {
        return new ValidationBody(
                compiled.spec(),
                compiled.account(),
                compiled.array().map(it -> new Array(it.indices(), it.atOnce())),
                Optional.of(compiled.waits()).filter(it -> !it.forNothing()).map(Waits::of),
                ProblemBody.Entry.of(compiled.warnings()));
    }
}
