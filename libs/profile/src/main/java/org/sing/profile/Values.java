package org.sing.profile;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.sing.schemas.Priority;

/** Reads single values; what is wrong becomes a finding and reaches no slot. */
final class Values {
    private static final int LONGEST_NAME = 128;
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    private final Findings findings;

    Values(Findings findings) {
        this.findings = findings;
    }

    /** Passes the text on, unless it is a list, a mapping or nothing. */
    void text(Source source, String what, Consumer<Source.Text> then) {
        switch (source) {
            case Source.Text text -> then.accept(text);
            case Source.Nothing nothing -> findings.error(nothing.at(), what + " has no value");
            case Source.Items items ->
                findings.error(items.at(), what + " must be a single value, not " + items.kind());
            case Source.Fields fields ->
                findings.error(fields.at(), what + " must be a single value, not " + fields.kind());
        }
    }

    /** A list, of which a single value is the short form. */
    List<Source> list(Source source, String what) {
        return switch (source) {
            case Source.Items items -> items.items();
            case Source.Text text -> List.of(text);
            case Source.Nothing nothing -> List.of();
            case Source.Fields fields -> {
                findings.error(fields.at(), what + " must be a list, not " + fields.kind());
                yield List.of();
            }
        };
    }

    void count(Source source, String what, int least, int most, Slot<Integer> slot) {
        text(source, what, text -> {
            var value = text.value().strip();
            if (!value.matches("\\d{1,9}"))
                findings.error(text.at(), what + " must be a whole number, not " + Quote.of(value));
            else if (Integer.parseInt(value) < least || Integer.parseInt(value) > most)
                findings.error(text.at(), what + " must be between " + least + " and " + most + ", not " + value);
            else slot.set(Integer.parseInt(value), text.at());
        });
    }

    void time(Source source, String what, Slot<Long> slot) {
        text(
                source,
                what,
                text -> Times.seconds(text.value())
                        .ifPresentOrElse(
                                seconds -> slot.set(seconds, text.at()),
                                () -> findings.error(
                                        text.at(),
                                        what + " must be a time of at most a year, such as " + Times.FORMS + "; not "
                                                + Quote.of(text.value()))));
    }

    void size(Source source, String what, String unit, Slot<Long> slot) {
        text(
                source,
                what,
                text -> Sizes.bytes(text.value(), unit)
                        .ifPresentOrElse(
                                bytes -> slot.set(bytes, text.at()),
                                () -> findings.error(
                                        text.at(),
                                        what + " must be a size such as 500M or 16G, not " + Quote.of(text.value()))));
    }

    void flag(Source source, String what, Slot<Boolean> slot) {
        text(source, what, text -> {
            switch (text.value().toLowerCase(Locale.ROOT)) {
                case "true", "yes", "on", "1" -> slot.set(true, text.at());
                case "false", "no", "off", "0" -> slot.set(false, text.at());
                default -> findings.error(text.at(), what + " must be true or false, not " + Quote.of(text.value()));
            }
        });
    }

    /** The name of a thing that SING looks up: a resource group, a project, a GPU model. */
    void label(Source source, String what, Slot<String> slot) {
        text(source, what, text -> {
            if (LABEL.matcher(text.value()).matches()) slot.set(text.value(), text.at());
            else
                findings.error(
                        text.at(),
                        what + " may have letters, digits, '.', '_' and '-' only: " + Quote.of(text.value()));
        });
    }

    void priority(Source source, String what, Slot<Priority> slot) {
        text(source, what, text -> {
            switch (text.value().toLowerCase(Locale.ROOT)) {
                case "low" -> slot.set(Priority.LOW, text.at());
                case "normal" -> slot.set(Priority.NORMAL, text.at());
                case "high" -> slot.set(Priority.HIGH, text.at());
                default ->
                    findings.error(
                            text.at(), what + " must be low, normal or high, not " + Quote.of(text.value()), "normal");
            }
        });
    }

    /** A folder of the node on which the job runs. */
    void path(Source source, String what, Slot<String> slot) {
        text(source, what, text -> {
            if (text.value().isBlank()) findings.error(text.at(), what + " is empty");
            else if (text.value().chars().anyMatch(Character::isISOControl))
                findings.error(text.at(), what + " has control characters in it");
            else slot.set(text.value(), text.at());
        });
    }

    /** The name that a person gives to a job. */
    void name(Source source, String what, Slot<String> slot) {
        text(source, what, text -> {
            var name = text.value().strip();
            if (name.isEmpty()) findings.error(text.at(), what + " is empty");
            else if (name.length() > LONGEST_NAME)
                findings.error(text.at(), what + " is longer than " + LONGEST_NAME + " characters");
            else if (name.chars().anyMatch(Character::isISOControl))
                findings.error(text.at(), what + " has control characters in it");
            else slot.set(name, text.at());
        });
    }
}
