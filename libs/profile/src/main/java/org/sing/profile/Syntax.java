package org.sing.profile;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** The ways in which people write profiles, told apart by the names that they use. */
enum Syntax {
    TUXIV(TuxivSyntax.FIELDS),
    PAPER(PaperSyntax.FIELDS),
    PLAIN(PlainSyntax.FIELDS);

    private final Map<String, BiConsumer<Draft, Source.Field>> fields;

    Syntax(Map<String, BiConsumer<Draft, Source.Field>> fields) {
        this.fields = fields;
    }

    /** The syntax that knows most of the names; a misspelt one does not change the verdict. */
    static Syntax of(Source.Fields profile) {
        if (profile.field("job_metadata").isPresent()) return PAPER;
        if (profile.field("entrypoint").isPresent()) return TUXIV;
        return List.of(values()).stream()
                .max(Comparator.<Syntax>comparingLong(syntax -> syntax.known(profile))
                        .thenComparingLong(syntax -> syntax.meant(profile))
                        .thenComparing(Comparator.reverseOrder()))
                .orElse(TUXIV);
    }

    private long known(Source.Fields profile) {
        return profile.fields().stream()
                .filter(field -> fields.containsKey(field.name()))
                .count();
    }

    /** With the misspelt ones: they decide between syntaxes that know equally many. */
    private long meant(Source.Fields profile) {
        return profile.fields().stream()
                .filter(field -> Nearest.to(field.name(), fields.keySet()).isPresent())
                .count();
    }

    void read(Source.Fields profile, Draft draft) {
        each(profile, fields, "a part of a profile", draft);
    }

    /** Every known field to its reader; the others are errors. */
    static void each(
            Source.Fields from, Map<String, BiConsumer<Draft, Source.Field>> readers, String what, Draft draft) {
        for (var field : from.fields()) {
            var reader = readers.get(field.name());
            if (reader == null) draft.findings.unknown(field.at(), what, field.name(), Set.copyOf(readers.keySet()));
            else reader.accept(draft, field);
        }
    }

    /** As {@link #each}, of a field that must be a mapping. */
    static void inside(
            Source.Field field, Map<String, BiConsumer<Draft, Source.Field>> readers, String what, Draft draft) {
        switch (field.value()) {
            case Source.Fields fields -> each(fields, readers, what, draft);
            case Source.Nothing nothing -> {}
            case Source other ->
                draft.findings.error(
                        other.at(), field.name() + " must be a mapping (name: value), not " + other.kind());
        }
    }
}
