package org.sing.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A script as sbatch takes it. Its {@code #SBATCH} lines fill the same slots as every other syntax and yield to what stands
 * beside the script, as they yield to sbatch's command line. Lines are counted in the script.
 */
final class BatchScript {
    static final String POINTER = "/script";
    private static final String MARK = "#SBATCH";
    private static final int MOST_ARGUMENTS = 64 * 1024;
    private static final Pattern SHELL =
            Pattern.compile("#!\\s*(?:\\S*/env\\s+(?:-S\\s+)?)?(?:\\S*/)?(?:ba|da|k|mk|z|a)?sh(?:\\s.*)?");
    private static final Pattern NEARLY = Pattern.compile("#\\s+SBATCH\\s+-.*|#\\s*(?i:sbatch)\\s+-.*");
    private static final Pattern OTHERS = Pattern.compile("#(?:PBS|BSUB|COBALT|MSUB|OAR|\\$)\\s+-.*");

    private final Findings findings;
    private Optional<Source> script = Optional.empty();
    private Optional<List<Source.Text>> arguments = Optional.empty();
    private List<BatchOptions.Given> options = List.of();
    private boolean asked;
    private boolean read;

    BatchScript(Findings findings) {
        this.findings = findings;
    }

    void script(Draft draft, Source.Field field) {
        script = Optional.of(field.value());
    }

    void arguments(Draft draft, Source.Field field) {
        asked = true;
        var words = BatchOptions.words(field.value(), field.name(), draft.values);
        for (var word : words)
            if (Script.dirty(word.value())) findings.error(word.at(), "there are control characters in this argument");
        if (words.stream().mapToInt(word -> word.value().length()).sum() > MOST_ARGUMENTS)
            findings.error(field.at(), "the arguments are longer than 64 KiB together; put them into a file");
        arguments = Optional.of(words);
    }

    /** What was typed before the name of the script. */
    void options(Draft draft, Source.Field field) {
        asked = true;
        options = BatchOptions.of(BatchOptions.words(field.value(), field.name(), draft.values), findings);
        for (var option : options) SbatchOptions.inScript(draft, option);
    }

    /** Whether a script of this kind is what the job runs. */
    boolean read() {
        return read;
    }

    /** Reads the script, when everything beside it has been read. */
    void settle(Draft draft) {
        if (script.isEmpty()) {
            if (asked) findings.error(Place.START, "args and options belong to a script, and there is none");
            return;
        }
        if (script.get() instanceof Source.Text text && (asked || batch(text.value()))) lines(draft, text);
        else draft.script.read(script.get(), "script");
    }

    private static boolean batch(String text) {
        return text.startsWith("#!") || text.lines().anyMatch(line -> line.startsWith(MARK));
    }

    private void lines(Draft draft, Source.Text text) {
        read = true;
        if (text.value().contains("\r\n"))
            findings.warn(new Place(POINTER, 1, 1), "the lines end as on Windows; they were read without their \\r");
        var lines = text.value().stripTrailing().lines().toList();
        draft.script.batch(lines);
        if (lines.isEmpty() || !lines.getFirst().startsWith("#!")) {
            findings.error(new Place(POINTER, 1, 1), "the first line must name the interpreter", "#!/bin/bash");
            return;
        }
        draft.fix();
        for (var option : BatchOptions.of(directives(lines), findings)) SbatchOptions.inScript(draft, option);
        setUp(draft, lines);
    }

    /** The words of all directives: as sbatch, only those above the first command count. */
    private List<Source.Text> directives(List<String> lines) {
        var words = new ArrayList<Source.Text>();
        var commands = false;
        for (var number = 1; number <= lines.size(); number++) {
            var line = lines.get(number - 1);
            if (!line.isBlank() && !line.startsWith("#")) commands = true;
            if (!line.startsWith(MARK)) nearly(line, number, commands);
            else if (commands) warn(number, "an #SBATCH line below the first command is not read, as with sbatch");
            else words.addAll(Words.of(line, number, MARK.length(), findings));
        }
        return words;
    }

    private void nearly(String line, int number, boolean commands) {
        if (commands) return;
        if (NEARLY.matcher(line).matches())
            warn(
                    number,
                    "this is a comment to sbatch; a line that counts begins with #SBATCH and has no blank before it");
        else if (OTHERS.matcher(line).matches())
            warn(number, "this line is for another queueing system and is not read");
    }

    private void warn(int number, String detail) {
        findings.warn(new Place(POINTER, number, 1), detail);
    }

    /** Arguments, work directory and variables are set in the script itself, where no line of it moves. */
    private void setUp(Draft draft, List<String> lines) {
        var statements = new ArrayList<String>();
        arguments
                .filter(words -> !words.isEmpty())
                .ifPresent(words -> statements.add(words.stream()
                        .map(word -> Script.shellQuoted(word.value()))
                        .collect(Collectors.joining(" ", "set -- ", ""))));
        draft.workDirectory
                .value()
                .ifPresent(folder -> statements.add("cd -- " + Script.shellQuoted(folder) + " || exit"));
        if (SHELL.matcher(lines.getFirst().strip()).matches()) draft.script.setUp(statements);
        else if (!statements.isEmpty() || draft.script.exports())
            findings.error(
                    new Place(POINTER, 1, 1),
                    "arguments, chdir and computed variables need a shell script; call this one from a shell script");
    }
}
