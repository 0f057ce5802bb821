package org.sing.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Options as people type them for sbatch: {@code --name=value}, {@code --name value}, {@code -Nvalue}, {@code -N value}. */
final class BatchOptions {
    private final List<Source.Text> words;
    private final Findings findings;
    private final Map<String, Given> given = new LinkedHashMap<>();
    private int next;

    /** @param value nothing when the option stands alone */
    record Given(String name, Source value, Place at) {}

    private BatchOptions(List<Source.Text> words, Findings findings) {
        this.words = words;
        this.findings = findings;
    }

    /** Each option once: as with sbatch, the last one counts. */
    static List<Given> of(List<Source.Text> words, Findings findings) {
        var options = new BatchOptions(words, findings);
        while (options.next < words.size()) options.option(words.get(options.next++));
        return List.copyOf(options.given.values());
    }

    private void option(Source.Text word) {
        var text = word.value();
        if (text.startsWith("--") && text.length() > 2) longOption(word, text.substring(2));
        else if (text.startsWith("-") && text.length() > 1 && !text.startsWith("--")) shortOption(word, text);
        else stray(word);
    }

    private void longOption(Source.Text word, String text) {
        var equals = text.indexOf('=');
        if (equals >= 0)
            add(text.substring(0, equals), new Source.Text(text.substring(equals + 1), word.at()), word.at());
        else add(text, SbatchOptions.alone(text) ? new Source.Nothing(word.at()) : following(word), word.at());
    }

    private void shortOption(Source.Text word, String text) {
        var letter = text.substring(1, 2);
        var name = SbatchOptions.SHORT.getOrDefault(letter, SlurmOnly.SHORT.get(letter));
        var attached = text.substring(2);
        if (name == null) {
            findings.unknown(word.at(), "an option that SING knows", text, SbatchOptions.names());
            following(word);
        } else if (attached.startsWith("="))
            findings.error(
                    word.at(), "sbatch takes a short option without '='", text.substring(0, 2) + attached.substring(1));
        else if (SbatchOptions.alone(name)) add(name, new Source.Nothing(word.at()), word.at());
        else add(name, attached.isEmpty() ? following(word) : new Source.Text(attached, word.at()), word.at());
    }

    private Source following(Source.Text word) {
        if (next >= words.size() || isOption(words.get(next).value())) return new Source.Nothing(word.at());
        return words.get(next++);
    }

    /** A negative number is a value. */
    private static boolean isOption(String text) {
        return text.startsWith("-") && !text.matches("-\\d+");
    }

    private void stray(Source.Text word) {
        var name = word.value().split("=", 2)[0];
        if (name.equals("hetjob") || name.equals("packjob"))
            findings.error(
                    word.at(), "a job of several unlike parts cannot be translated; hand in one job for each part");
        else if (SbatchOptions.names().contains(name))
            findings.error(word.at(), "an option begins with '--'", "--" + word.value());
        else findings.error(word.at(), "an option begins with '-' or '--', not as " + Quote.of(word.value()));
    }

    private void add(String name, Source value, Place at) {
        given.remove(name);
        given.put(name, new Given(name, value, at));
    }

    /** The words of a list as they stand. */
    static List<Source.Text> words(Source source, String what, Values values) {
        var words = new ArrayList<Source.Text>();
        Consumer<Source.Text> add = words::add;
        for (var item : values.list(source, what)) values.text(item, what, add);
        return words;
    }
}
