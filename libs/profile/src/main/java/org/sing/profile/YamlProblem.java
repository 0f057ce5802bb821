package org.sing.profile;

import java.util.Optional;
import org.sing.schemas.Problem;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** The parser's complaint in words that help somebody who does not know YAML's grammar. */
final class YamlProblem {
    private YamlProblem() {}

    static Problem of(MarkedYamlEngineException e, String text) {
        var mark = e.getProblemMark().or(e::getContextMark);
        var line = mark.map(it -> it.getLine() + 1).orElse(0);
        var column = mark.map(it -> it.getColumn() + 1).orElse(0);
        var written = line == 0 ? "" : text.lines().skip(line - 1L).findFirst().orElse("");
        if (written.stripLeading().length() < written.length()
                && indent(written).contains("\t"))
            return new Problem(
                    "",
                    line,
                    column,
                    "this line is indented with a tab; YAML wants spaces",
                    Optional.of(indent(written).replace("\t", "  ") + written.strip()));
        return new Problem("", line, column, sentence(e, written), Optional.empty());
    }

    private static String sentence(MarkedYamlEngineException e, String written) {
        var problem = e.getProblem().strip();
        if (problem.contains("mapping values are not allowed"))
            return "a ':' is not allowed here; if it belongs to the text, put the whole text in quotes";
        if (problem.contains("expected <block end>") || problem.contains("could not find expected ':'"))
            return "this line does not fit the lines above it; check its indentation and that every name ends in ':'";
        if (problem.contains("cannot start any token"))
            return "a value cannot begin with " + Quote.of(written.strip()) + "; put it in quotes";
        return "not valid YAML: " + problem;
    }

    private static String indent(String line) {
        return line.substring(0, line.length() - line.stripLeading().length());
    }
}
