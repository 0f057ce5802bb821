package org.sing.profile;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.sing.profile.CompileResult.Compiled;
import org.sing.profile.CompileResult.Invalid;
import org.sing.schemas.Problem;

/** Compiles job profiles, in every syntax that people bring, to the one normal form. Pure: equal text, equal result. */
public final class Profiles {
    public static final int MAX_BYTES = 256 * 1024;

    private Profiles() {}

    /** @param format {@code yaml} (also for {@code tuxiv.conf}) or {@code json} */
    public static CompileResult compile(String text, String format) {
        if (text.length() > MAX_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES)
            return invalid("the profile is larger than 256 KiB; keep data in files beside it");
        try {
            return compile(read(text, format.toLowerCase(Locale.ROOT)));
        } catch (Unreadable e) {
            return new Invalid(List.of(e.problem()));
        }
    }

    private static Source read(String text, String format) throws Unreadable {
        return switch (format) {
            case "yaml", "yml" -> YamlReader.read(text);
            case "json" -> JsonReader.read(text);
            default -> throw new Unreadable(Problem.of("the format must be yaml or json: " + Quote.of(format)));
        };
    }

    private static CompileResult compile(Source source) {
        var findings = new Findings();
        if (!(source instanceof Source.Fields fields)) {
            findings.error(
                    source.at(), "a profile is a mapping such as 'entrypoint: [...]', but this is " + source.kind());
            return new Invalid(findings.errors());
        }
        var draft = new Draft(findings);
        Syntax.of(fields).read(fields, draft);
        draft.batch.settle(draft);
        var spec = Resources.compile(draft, fields.at());
        return spec.<CompileResult>map(it -> new Compiled(
                        it, findings.warnings(), draft.account.value(), draft.array.value(), draft.waiting.said()))
                .orElseGet(() -> new Invalid(findings.errors()));
    }

    private static Invalid invalid(String detail) {
        return new Invalid(List.of(Problem.of(detail)));
    }
}
