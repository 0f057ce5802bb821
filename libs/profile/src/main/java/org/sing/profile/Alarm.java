package org.sing.profile;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.sing.schemas.Warning;

/** Reads {@code --signal} as sbatch takes it: {@code USR1}, {@code B:USR1@300}, {@code 10@120}. */
final class Alarm {
    /** As with sbatch. */
    private static final long BEFORE_SECONDS = 60;

    private static final long LONGEST_SECONDS = 65_535;
    private static final Set<String> SIGNALS = Set.of("HUP", "INT", "QUIT", "USR1", "USR2", "ALRM", "TERM", "CONT");
    private static final Map<String, String> NUMBERS = Map.of(
            "1", "HUP", "2", "INT", "3", "QUIT", "10", "USR1", "12", "USR2", "14", "ALRM", "15", "TERM", "18", "CONT");
    private static final Pattern FORM =
            Pattern.compile("(?:([BR]{1,2}):)?(?:SIG)?([A-Z]+[12]?|\\d{1,2})(?:@(\\d{1,5}))?");

    private Alarm() {}

    static void read(Draft draft, Source.Text text) {
        var form = FORM.matcher(text.value().strip().toUpperCase(Locale.ROOT));
        var name = form.matches() ? NUMBERS.getOrDefault(form.group(2), form.group(2)) : "";
        if (!SIGNALS.contains(name)) {
            draft.findings.error(
                    text.at(),
                    "signal is one of HUP, INT, QUIT, USR1, USR2, ALRM, TERM, CONT with the seconds before the time limit; not "
                            + Quote.of(text.value()),
                    "USR1@300");
            return;
        }
        var before = form.group(3) == null ? BEFORE_SECONDS : Long.parseLong(form.group(3));
        if (before < 1 || before > LONGEST_SECONDS)
            draft.findings.error(text.at(), "signal comes 1 to " + LONGEST_SECONDS + " seconds before the time limit");
        else
            draft.warning.set(
                    new Warning(
                            name, before, form.group(1) != null && form.group(1).contains("B")),
                    text.at());
    }
}
