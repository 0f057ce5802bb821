package org.sing.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What holds for the checkout as a whole; here, because this module comes after all that it looks at. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RepositoryTest {
    private static final Path ROOT = Repository.ROOT;
    private static final int LONGEST_FILE = 400;
    private static final int LONGEST_DECISION = 25;
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".sing", "node_modules");
    private static final Set<String> NOT_PRODUCT = Set.of("libs/house-rules", "e2e", "bench");
    private static final Pattern LINK = Pattern.compile("(?<!!)\\[[^\\]]*\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    @Test
    void every_module_says_what_it_is_in_a_README() {
        var silent = modules().stream()
                .filter(module -> !Files.isRegularFile(ROOT.resolve(module).resolve("README.md")))
                .toList();
        assertEquals(List.of(), silent);
    }

    @Test
    void every_module_of_the_product_is_held_to_the_rules() {
        var free = modules().stream()
                .filter(module -> !NOT_PRODUCT.contains(module))
                .filter(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java")))
                .filter(module -> !inheritsTheRules(ROOT.resolve(module).resolve("src/test/java")))
                .toList();
        assertEquals(List.of(), free);
    }

    @Test
    void every_link_between_pages_leads_somewhere() {
        var broken = new ArrayList<String>();
        for (var page : files(ROOT, ".md"))
            LINK.matcher(text(page)).results().map(link -> link.group(1)).forEach(target -> {
                if (!Files.exists(page.resolveSibling(target))) broken.add(ROOT.relativize(page) + " -> " + target);
            });
        assertEquals(List.of(), broken);
    }

    @Test
    void no_source_file_is_too_long_to_read() {
        var sources = files(ROOT, ".java").stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .toList();
        assertFalse(sources.isEmpty());
        assertEquals(
                List.of(),
                sources.stream().filter(file -> lines(file) > LONGEST_FILE).toList());
    }

    @Test
    void every_decision_is_short_and_listed() {
        var folder = ROOT.resolve("docs/decisions");
        var list = text(folder.resolve("README.md"));
        var decisions = files(folder, ".md").stream()
                .filter(file -> file.getFileName().toString().matches("\\d.*"))
                .toList();
        assertFalse(decisions.isEmpty());
        for (var decision : decisions) {
            assertTrue(lines(decision) <= LONGEST_DECISION, decision + " is too long");
            assertTrue(list.contains("(" + decision.getFileName() + ")"), decision + " is not listed");
        }
    }

    private static List<String> modules() {
        return Pattern.compile("<module>([^<]+)</module>")
                .matcher(text(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .toList();
    }

    private static boolean inheritsTheRules(Path tests) {
        return Files.isDirectory(tests)
                && files(tests, ".java").stream()
                        .anyMatch(file -> text(file).matches("(?s).* extends (HouseRules|DomainRules) .*"));
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> Stream.of(ROOT.relativize(file).toString().split("/"))
                            .noneMatch(NOT_OURS::contains))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lines(Path file) {
        return (int) text(file).lines().count();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
