package org.sing.profile;

import java.util.Map;
import java.util.function.BiConsumer;

/** {@code tuxiv.conf}, the file that existing users have. */
final class TuxivSyntax {
    static final Map<String, BiConsumer<Draft, Source.Field>> ENVIRONMENT = Map.of(
            "name", TuxivSyntax::text,
            "prefix", TuxivSyntax::text,
            "channels", TuxivSyntax::texts,
            "dependencies", TuxivSyntax::dependencies);

    private static final Map<String, BiConsumer<Draft, Source.Field>> JOB = Map.of(
            "name", (draft, field) -> draft.values.name(field.value(), "job.name", draft.name),
            "general", (draft, field) -> SbatchOptions.read(field.value(), "job.general", draft),
            "env", (draft, field) -> draft.variables.read(field.value(), "job.env", draft),
            "module", (draft, field) -> idle(draft, field, "job.module", "load modules in the entrypoint"),
            "log", (draft, field) -> idle(draft, field, "job.log", "the output is kept and shown by 'tcloud logs'"));

    static final Map<String, BiConsumer<Draft, Source.Field>> FIELDS = Map.of(
            "entrypoint",
            (draft, field) -> draft.script.read(field.value(), "entrypoint"),
            "environment",
            TuxivSyntax::environment,
            "job",
            (draft, field) -> Syntax.inside(field, JOB, "a field of job", draft),
            "datasets",
            TuxivSyntax::datasets);

    private TuxivSyntax() {}

    static void environment(Draft draft, Source.Field field) {
        Syntax.inside(field, ENVIRONMENT, "a field of environment", draft);
        if (!(field.value() instanceof Source.Nothing))
            draft.findings.noEffectYet(
                    field.at(),
                    "environment",
                    "environments are not built in this version, the job runs with what is installed on the node");
    }

    static void datasets(Draft draft, Source.Field field) {
        for (var item : draft.values.list(field.value(), "datasets"))
            if (!(item instanceof Source.Fields)) draft.values.text(item, "a data set", text -> {});
        if (!(field.value() instanceof Source.Nothing))
            draft.findings.noEffectYet(field.at(), "datasets", "link the data yourself in this version");
    }

    static void dependencies(Draft draft, Source.Field field) {
        for (var item : draft.values.list(field.value(), "dependencies"))
            if (item instanceof Source.Fields pip)
                Syntax.each(pip, Map.of("pip", TuxivSyntax::texts), "a kind of dependency", draft);
            else draft.values.text(item, "a dependency", text -> {});
    }

    static void texts(Draft draft, Source.Field field) {
        for (var item : draft.values.list(field.value(), field.name()))
            draft.values.text(item, field.name(), text -> {});
    }

    private static void text(Draft draft, Source.Field field) {
        if (!(field.value() instanceof Source.Nothing)) draft.values.text(field.value(), field.name(), text -> {});
    }

    private static void idle(Draft draft, Source.Field field, String name, String because) {
        texts(draft, field);
        if (!(field.value() instanceof Source.Nothing)) draft.findings.noEffectYet(field.at(), name, because);
    }
}
