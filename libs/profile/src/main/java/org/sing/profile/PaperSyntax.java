package org.sing.profile;

import java.util.Map;
import java.util.function.BiConsumer;

/** The profile as the SING paper prints it. */
final class PaperSyntax {
    private static final Map<String, BiConsumer<Draft, Source.Field>> METADATA = Map.of(
            "name", (draft, field) -> draft.values.name(field.value(), "name", draft.name),
            "resource", (draft, field) -> draft.values.label(field.value(), "resource", draft.group),
            "nodes", (draft, field) -> SbatchOptions.nodes(draft, field.value(), "nodes"),
            "gpu", (draft, field) -> SbatchOptions.gpus(draft, field.value(), "gpu", draft.gpusPerNode),
            "format", PaperSyntax::format);

    private static final Map<String, BiConsumer<Draft, Source.Field>> CONFIGURATIONS = Map.of(
            "environment", TuxivSyntax::environment,
            "dependencies", PaperSyntax::packages,
            "channels", PaperSyntax::packages,
            "datasets", TuxivSyntax::datasets,
            "env", (draft, field) -> draft.variables.read(field.value(), "env", draft),
            "time_limit", (draft, field) -> draft.values.time(field.value(), "time_limit", draft.timeLimit),
            "general", (draft, field) -> SbatchOptions.read(field.value(), "general", draft));

    static final Map<String, BiConsumer<Draft, Source.Field>> FIELDS = Map.of(
            "job_metadata", (draft, field) -> Syntax.inside(field, METADATA, "a field of job_metadata", draft),
            "script", (draft, field) -> draft.batch.script(draft, field),
            "container", PaperSyntax::container,
            "configurations", (draft, field) -> Syntax.inside(field, CONFIGURATIONS, "a configuration", draft));

    private PaperSyntax() {}

    private static void format(Draft draft, Source.Field field) {
        draft.values.text(field.value(), "format", text -> {
            if (text.value().equals("container")) noContainers(draft, text.at());
            else if (!text.value().equals("script"))
                draft.findings.error(text.at(), "format must be script, not " + Quote.of(text.value()), "script");
        });
    }

    private static void container(Draft draft, Source.Field field) {
        if (!(field.value() instanceof Source.Nothing)) noContainers(draft, field.at());
    }

    /** An error, not a warning: outside its container the script would run as something else. */
    private static void noContainers(Draft draft, Place at) {
        draft.findings.error(at, "this version runs no containers yet; use format: script", "script");
    }

    private static void packages(Draft draft, Source.Field field) {
        TuxivSyntax.ENVIRONMENT.get(field.name()).accept(draft, field);
        draft.findings.noEffectYet(field.at(), field.name(), "environments are not built in this version");
    }
}
