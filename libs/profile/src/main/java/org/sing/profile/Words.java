package org.sing.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of one {@code #SBATCH} line, as sbatch cuts them: blanks part them, quotes and backslashes keep them together,
 * and an open {@code #} begins a comment.
 */
final class Words {
    private static final char NONE = 0;

    private final String line;
    private final int number;
    private final Findings findings;
    private final List<Source.Text> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private int position;
    private int start = -1;
    private char quote = NONE;

    private Words(String line, int number, int from, Findings findings) {
        this.line = line;
        this.number = number;
        this.position = from;
        this.findings = findings;
    }

    /**
     * @param number of the line, from 1
     * @param from the first character that counts, from 0
     */
    static List<Source.Text> of(String line, int number, int from, Findings findings) {
        return new Words(line, number, from, findings).read();
    }

    private List<Source.Text> read() {
        for (; position < line.length(); position++) {
            var c = line.charAt(position);
            if (c == '#' && quote == NONE) break;
            take(c);
        }
        if (quote != NONE) findings.error(at(start), "the quote that begins here does not end on this line");
        end();
        return words;
    }

    private void take(char c) {
        if (Character.isWhitespace(c) && quote == NONE) {
            end();
            return;
        }
        if (start < 0) start = position;
        if (c == quote) quote = NONE;
        else if (quote == NONE && (c == '"' || c == '\'')) quote = c;
        else if (c == '\\' && quote != '\'' && position + 1 < line.length()) word.append(line.charAt(++position));
        else word.append(c);
    }

    private void end() {
        if (start >= 0) words.add(new Source.Text(word.toString(), at(start)));
        word.setLength(0);
        start = -1;
    }

    private Place at(int index) {
        return new Place(BatchScript.POINTER, number, index + 1);
    }
}
