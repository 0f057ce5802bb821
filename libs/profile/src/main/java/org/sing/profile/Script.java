package org.sing.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The lines that a job runs.
 *
 * <p>In a list, an entry that ends in {@code \} or begins with {@code -} continues the one before: files of the first
 * client, which joined all entries into one command, rely on it. A block of text is the shell's own affair.
 */
final class Script {
    private static final int MOST_LINES = 5_000;
    private static final int MOST_CHARACTERS = 128 * 1024;

    private final Findings findings;
    private final List<String> exports = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private boolean given;
    private boolean whole;

    Script(Findings findings) {
        this.findings = findings;
    }

    /** A whole script, of which no line may move: people look for the lines that their shell names. */
    void batch(List<String> script) {
        var at = new Place(BatchScript.POINTER, 1, 1);
        given = true;
        if (script.stream().anyMatch(Script::dirty)) findings.error(at, "there are control characters in the script");
        if (script.stream().allMatch(line -> line.isBlank() || line.startsWith("#")))
            findings.error(at, "the script has no command: what should the job run?");
        lines.addAll(script);
        whole = true;
        check(at, "the script");
    }

    /** Takes the place of the first comment below the shebang, or goes between the first two lines. */
    void setUp(List<String> statements) {
        var all = new ArrayList<>(exports);
        all.addAll(statements);
        if (all.isEmpty()) return;
        var comment =
                lines.size() > 1 && (lines.get(1).isBlank() || lines.get(1).startsWith("#"));
        if (comment) lines.set(1, String.join("; ", all));
        else lines.add(1, String.join("; ", all));
    }

    boolean exports() {
        return !exports.isEmpty();
    }

    boolean given() {
        return given;
    }

    List<String> lines() {
        if (whole) return List.copyOf(lines);
        var all = new ArrayList<>(exports);
        all.addAll(lines);
        return all;
    }

    /** A variable whose value the shell works out on the node. */
    void export(String name, String value) {
        exports.add("export " + name + "=" + value);
    }

    void read(Source source, String what) {
        given = true;
        switch (source) {
            case Source.Items items -> entries(items, what);
            case Source.Text text -> block(text);
            case Source.Nothing nothing -> findings.error(nothing.at(), what + " is empty: what should the job run?");
            case Source.Fields fields ->
                findings.error(fields.at(), what + " must be a list of shell lines, not " + fields.kind());
        }
        check(source.at(), what);
    }

    private void check(Place at, String what) {
        if (lines.size() > MOST_LINES) findings.error(at, what + " has more than " + MOST_LINES + " lines");
        if (lines.stream().mapToInt(String::length).sum() > MOST_CHARACTERS)
            findings.error(at, what + " is longer than 128 KiB; put it into a file beside the profile");
    }

    /** One command, given as its words: they are quoted, nothing in them is expanded. */
    void command(Source source, String what) {
        if (!(source instanceof Source.Items words)) {
            read(source, what);
            return;
        }
        given = true;
        var quoted = words.items().stream()
                .map(word ->
                        word instanceof Source.Text text && clean(text) ? shellQuoted(text.value()) : wrong(word, what))
                .collect(Collectors.joining(" "));
        if (quoted.isBlank()) findings.error(source.at(), what + " is empty: what should the job run?");
        lines.add(quoted);
    }

    private void entries(Source.Items items, String what) {
        var continued = false;
        for (var item : items.items()) {
            if (!(item instanceof Source.Text text)) {
                if (!(item instanceof Source.Nothing)) wrong(item, what);
                continue;
            }
            if (!clean(text)) continue;
            var line = text.value().strip();
            if (line.isEmpty()) continue;
            var continues = continued || line.startsWith("-");
            continued = line.endsWith("\\");
            add(continued ? line.substring(0, line.length() - 1).strip() : line, continues, text.at());
        }
        if (lines.isEmpty() && !findings.failed())
            findings.error(items.at(), what + " is empty: what should the job run?");
    }

    private void add(String line, boolean continues, Place at) {
        if (!continues) lines.add(line);
        else if (lines.isEmpty())
            findings.error(at, "the first line begins with '-', but there is no line before it to continue");
        else lines.set(lines.size() - 1, lines.getLast() + " " + line);
    }

    private void block(Source.Text text) {
        if (!clean(text)) return;
        if (text.value().isBlank()) findings.error(text.at(), "the script is empty: what should the job run?");
        else text.value().stripTrailing().lines().forEach(lines::add);
    }

    private String wrong(Source item, String what) {
        findings.error(
                item.at(),
                item instanceof Source.Fields
                        ? "this line reads as a mapping because of the ': ' in it; put the whole line in quotes"
                        : what + " must have text only, but this is " + item.kind());
        return "";
    }

    private boolean clean(Source.Text text) {
        var bad = dirty(text.value());
        if (bad) findings.error(text.at(), "there are control characters in this line");
        return !bad;
    }

    static boolean dirty(String text) {
        return text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r');
    }

    static String shellQuoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
