package org.sing.profile;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The job's environment variables. What would change how the node starts processes is refused, never dropped. */
final class Variables {
    private static final Pattern NAME = Pattern.compile("[A-Z_][A-Z0-9_]{0,127}");
    private static final Pattern FORBIDDEN = Pattern.compile("LD_.*|BASH_ENV|.*_VISIBLE_DEVICES");
    private static final int MOST = 200;
    private static final int LONGEST = 32 * 1024;
    private static final int MOST_CHARACTERS = 64 * 1024;

    private final Findings findings;
    private final Map<String, String> values = new TreeMap<>();
    private int characters;

    Variables(Findings findings) {
        this.findings = findings;
    }

    Map<String, String> values() {
        return values;
    }

    /** {@code NAME: value} pairs, or a list of {@code NAME=value}. */
    void read(Source source, String what, Draft draft) {
        if (source instanceof Source.Fields fields) {
            for (var field : fields.fields())
                switch (field.value()) {
                    case Source.Text text -> put(field.name(), text.value(), field.at());
                    case Source.Nothing nothing -> put(field.name(), "", field.at());
                    default -> draft.values.text(field.value(), field.name(), text -> {});
                }
        } else {
            for (var item : draft.values.list(source, what))
                draft.values.text(item, what, text -> assign(text, draft.script));
        }
    }

    /** {@code NAME=value}; a value that the shell has to work out becomes a line of the script. */
    void assign(Source.Text text, Script script) {
        var equals = text.value().indexOf('=');
        if (equals < 1) {
            findings.error(text.at(), "a variable is written NAME=value, not " + Quote.of(text.value()));
            return;
        }
        var name = text.value().substring(0, equals).strip();
        var value = text.value().substring(equals + 1);
        if (!value.contains("$") || value.startsWith("'")) put(name, unquoted(value), text.at());
        else if (allowed(name, value, text.at())) script.export(name, value);
    }

    private void put(String name, String value, Place at) {
        if (!allowed(name, value, at)) return;
        characters += name.length() + value.length();
        if (values.put(name, value) != null) findings.error(at, Quote.of(name) + " is given twice; keep one of them");
        if (values.size() == MOST + 1) findings.error(at, "more than " + MOST + " variables");
        if (characters > MOST_CHARACTERS && characters - name.length() - value.length() <= MOST_CHARACTERS)
            findings.error(at, "the variables are longer than 64 KiB together");
    }

    private boolean allowed(String name, String value, Place at) {
        if (!NAME.matcher(name).matches()) {
            var problem = "a variable's name has capital letters, digits and '_' only: " + Quote.of(name);
            var better = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9_]", "_");
            if (NAME.matcher(better).matches()) findings.error(at, problem, better);
            else findings.error(at, problem);
            return false;
        }
        if (FORBIDDEN.matcher(name).matches()) {
            findings.error(at, name + " cannot be set by a job: SING sets which GPUs and libraries it gets");
            return false;
        }
        if (value.length() > LONGEST
                || value.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
            findings.error(at, "the value of " + name + " is longer than 32 KiB or has control characters in it");
            return false;
        }
        return true;
    }

    private static String unquoted(String value) {
        var quoted = value.length() > 1
                && (value.startsWith("\"") || value.startsWith("'"))
                && value.charAt(0) == value.charAt(value.length() - 1);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
