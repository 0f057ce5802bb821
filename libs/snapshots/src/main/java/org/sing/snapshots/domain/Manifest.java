package org.sing.snapshots.domain;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a snapshot consists of. The canonical text, and so the id, does not depend on the order in which entries came. */
public record Manifest(List<Entry> entries) {
    private static final String HEAD = "sing-snapshot 1\n";
    private static final Comparator<Entry> BY_PATH =
            Comparator.comparing(entry -> entry.path().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    public Manifest {
        entries = entries.stream().sorted(BY_PATH).toList();
    }

    public String id() {
        return Digests.of(text());
    }

    public Stream<Entry.File> files() {
        return entries.stream().filter(Entry.File.class::isInstance).map(Entry.File.class::cast);
    }

    public long bytes() {
        return files().mapToLong(Entry.File::bytes).sum();
    }

    /** Unambiguous because the rules let no control character into a field. */
    public String text() {
        return entries.stream().map(Manifest::line).collect(Collectors.joining("", HEAD, ""));
    }

    /** Reads a canonical text; whoever reads one from a disk compares its digest with its name first. */
    public static Manifest read(String text) {
        if (!text.startsWith(HEAD)) throw new IllegalArgumentException("not the text of a snapshot");
        return new Manifest(
                text.substring(HEAD.length()).lines().map(Manifest::entry).toList());
    }

    private static String line(Entry entry) {
        return switch (entry) {
            case Entry.File it -> "file\t%04o\t%d\t%s\t%s\n".formatted(it.mode(), it.bytes(), it.sha256(), it.path());
            case Entry.Link it -> "link\t%s\t%s\n".formatted(it.target(), it.path());
        };
    }

    private static Entry entry(String line) {
        var fields = line.split("\t", -1);
        if (fields.length == 5 && fields[0].equals("file"))
            return new Entry.File(fields[4], fields[3], Long.parseLong(fields[2]), Integer.parseInt(fields[1], 8));
        if (fields.length == 3 && fields[0].equals("link")) return new Entry.Link(fields[2], fields[1]);
        throw new IllegalArgumentException("not a line of a snapshot: " + fields[0]);
    }
}
