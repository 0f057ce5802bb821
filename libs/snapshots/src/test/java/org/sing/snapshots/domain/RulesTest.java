package org.sing.snapshots.domain;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.Problem;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {
    private static final Limits LIMITS = new Limits(10_000, 1L << 30, 1L << 30);
    private static final String DIGEST = "a".repeat(64);

    @Test
    void an_ordinary_project_passes() {
        assertEquals(
                List.of(),
                said(
                        file("train.py"),
                        file("src/model.py"),
                        file("src/ä ö/…/日本.txt"),
                        file(".hidden"),
                        file("a..b/...c"),
                        file("x".repeat(255)),
                        link("data", "src/ä ö"),
                        link("src/up", "../train.py"),
                        link("src/deep/er", "../../."),
                        link("here", "."),
                        link("later", "results/not-there-yet")));
    }

    @Test
    void a_path_that_could_leave_or_break_the_folder_is_refused_with_one_sentence() {
        var sentences = Map.ofEntries(
                Map.entry("", "'' has no name."),
                Map.entry("/etc/passwd", "'/etc/passwd' begins at the root; paths begin at the project's folder."),
                Map.entry("../x", "'../x' has '..' in it; write it without."),
                Map.entry("a/../../x", "'a/../../x' has '..' in it; write it without."),
                Map.entry("a/..", "'a/..' has '..' in it; write it without."),
                Map.entry("./a", "'./a' has '.' in it; write it without."),
                Map.entry("a//b", "'a//b' has an empty name between slashes."),
                Map.entry("a/", "'a/' has an empty name between slashes."),
                Map.entry("a\0b", "'a?b' has a control character in it."),
                Map.entry("a\nb", "'a?b' has a control character in it."),
                Map.entry("a\tb", "'a?b' has a control character in it."),
                Map.entry("\ud800", "'\ud800' is not Unicode text."),
                Map.entry(
                        "ä".repeat(128),
                        "'" + "ä".repeat(100)
                                + "...' has a name longer than 255 bytes, more than the file system takes."),
                Map.entry(
                        "ab/".repeat(400) + "c",
                        "'" + "ab/".repeat(34).substring(0, 100)
                                + "...' is longer than 1024 bytes, more than the file system takes."));
        assertAll(sentences.entrySet().stream()
                .map(it -> () -> assertEquals(List.of(it.getValue()), said(file(it.getKey())))));
    }

    @Test
    void a_link_that_could_leave_is_refused() {
        var sentences = Map.of(
                "/etc",
                "'a/l' points to an absolute path; links stay inside the project.",
                "../..",
                "'a/l' points outside the project.",
                "../../x",
                "'a/l' points outside the project.",
                "./../../x",
                "'a/l' points outside the project.",
                "b/../../../x",
                "'a/l' has a target that has '..' in it; write it without.",
                "..//../x",
                "'a/l' has a target that begins at the root; paths begin at the project's folder.",
                "",
                "'a/l' points to nothing.",
                "x\0y",
                "'a/l' has a target that has a control character in it.",
                "./".repeat(600),
                "'a/l' has a target longer than 1024 bytes.");
        assertAll(sentences.entrySet().stream()
                .map(it -> () -> assertEquals(List.of(it.getValue()), said(link("a/l", it.getKey())))));
    }

    @Test
    void names_that_a_laptop_cannot_hold_side_by_side_are_refused() {
        var reason = " in more than case or the way in which a letter is written.";
        assertEquals(
                List.of("'Train.py' needs a name that differs from 'train.py'" + reason),
                said(file("train.py"), file("Train.py")));
        assertEquals(
                List.of("'SRC/b' needs a name that differs from 'src'" + reason), said(file("src/a"), file("SRC/b")));
        assertEquals(
                List.of("'caf\u00e9' needs a name that differs from 'cafe\u0301'" + reason),
                said(file("cafe\u0301"), file("caf\u00e9")));
    }

    @Test
    void a_name_is_one_thing() {
        assertEquals(List.of("'a' comes twice."), said(file("a"), file("a")));
        assertEquals(List.of("'a' comes twice."), said(file("a"), link("a", "b")));
        assertEquals(List.of("'a/b' lies below 'a', a file or a link."), said(file("a"), file("a/b")));
        assertEquals(List.of("'a/b' lies below 'a', a file or a link."), said(link("a", "c"), file("a/b")));
        assertEquals(List.of("'a' is a folder, and a file or a link, too."), said(file("a/b"), link("a", "c")));
    }

    @Test
    void what_is_not_a_plain_file_cannot_be_said() {
        assertEquals(
                List.of("'a' has a mode with more than permissions in it; only bits up to 0777 are taken."),
                said(new Entry.File("a", DIGEST, 1, 04755)));
        assertEquals(
                List.of("'a' has a sha256 that is not 64 hexadecimal digits."),
                said(new Entry.File("a", "A".repeat(64), 1, 0644)));
        assertEquals(List.of("'a' has a negative size."), said(new Entry.File("a", DIGEST, -1, 0644)));
        assertEquals(
                List.of("'b' has the digest of another file of the snapshot, but another size."),
                said(new Entry.File("a", DIGEST, 1, 0644), new Entry.File("b", DIGEST, 2, 0644)));
    }

    @Test
    void limits_are_limits_of_number_size_and_sum() {
        assertEquals(List.of("The snapshot is empty."), said());
        var many = IntStream.range(0, 10_001).mapToObj(i -> file("f" + i)).toArray(Entry[]::new);
        assertEquals(
                List.of("The snapshot has 10001 files and links; at most 10000 are taken. Keep data out of it."),
                said(many));
        assertEquals(List.of(), said(java.util.Arrays.copyOf(many, 10_000)));
        assertEquals(
                List.of("'hole' has 9223372036854775807 bytes; a file has at most 1073741824."),
                said(new Entry.File("hole", DIGEST, Long.MAX_VALUE, 0644)).subList(0, 1));
        assertEquals(
                List.of("The snapshot has more than the 1073741824 bytes that are taken in all. Keep data out of it."),
                said(new Entry.File("a", DIGEST, 1L << 30, 0644), new Entry.File("b", "b".repeat(64), 1, 0644)));
    }

    @Test
    void sums_that_overflow_are_too_large() {
        var unlimited = new Limits(10, Long.MAX_VALUE, 100);
        var huge = List.<Entry>of(
                new Entry.File("a", DIGEST, Long.MAX_VALUE, 0644),
                new Entry.File("b", "b".repeat(64), Long.MAX_VALUE, 0644));
        assertEquals(1, Rules.check(huge, unlimited).size());
    }

    @Test
    void a_thousand_problems_are_answered_with_the_first_twenty() {
        var bad = IntStream.range(0, 1000).mapToObj(i -> file("/" + i)).toArray(Entry[]::new);
        assertEquals(20, said(bad).size());
    }

    private static List<String> said(Entry... entries) {
        return Rules.check(List.of(entries), LIMITS).stream()
                .map(Problem::detail)
                .toList();
    }

    private static Entry file(String path) {
        return new Entry.File(path, DIGEST, 1, 0644);
    }

    private static Entry link(String path, String target) {
        return new Entry.Link(path, target);
    }
}
