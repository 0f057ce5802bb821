package org.sing.snapshots.domain;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sing.schemas.Problem;

/** Which manifests become snapshots. What passes can be laid out on a disk without leaving its folder. */
public final class Rules {
    private static final int ENOUGH = 20;
    private static final int ALL_BITS = 0777;

    private final Limits limits;
    private final List<Problem> problems = new ArrayList<>();
    /** Every name on the way to an entry, as a file system without upper and lower case would see it. */
    private final Map<String, Seen> seen = new HashMap<>();

    private final Map<String, Long> sizes = new HashMap<>();

    private record Seen(String path, boolean folder) {}

    private Rules(Limits limits) {
        this.limits = limits;
    }

    /** Nothing when all is well; the first twenty problems otherwise, each with one sentence and the entry's place. */
    public static List<Problem> check(List<Entry> entries, Limits limits) {
        if (entries.isEmpty()) return List.of(Problem.of("The snapshot is empty."));
        if (entries.size() > limits.entries())
            return List.of(Problem.of("The snapshot has %d files and links; at most %d are taken. Keep data out of it."
                    .formatted(entries.size(), limits.entries())));
        var rules = new Rules(limits);
        for (var place = 0; place < entries.size(); place++) {
            rules.check(entries.get(place), place);
            if (rules.problems.size() >= ENOUGH) return List.copyOf(rules.problems);
        }
        rules.total(entries);
        return List.copyOf(rules.problems);
    }

    private void check(Entry entry, int place) {
        var fault = Paths.fault(entry.path()).or(() -> switch (entry) {
            case Entry.File it -> file(it);
            case Entry.Link it -> Paths.linkFault(it.path(), it.target());
        });
        fault.or(() -> place(entry.path()))
                .ifPresent(reason -> problems.add(Problem.at("/" + place, shown(entry.path()) + " " + reason + ".")));
    }

    private Optional<String> file(Entry.File file) {
        if (!Digests.isDigest(file.sha256())) return Optional.of("has a sha256 that is not 64 hexadecimal digits");
        if (file.bytes() < 0) return Optional.of("has a negative size");
        if (file.bytes() > limits.fileBytes())
            return Optional.of("has %d bytes; a file has at most %d".formatted(file.bytes(), limits.fileBytes()));
        if ((file.mode() & ~ALL_BITS) != 0)
            return Optional.of("has a mode with more than permissions in it; only bits up to 0777 are taken");
        var before = sizes.putIfAbsent(file.sha256(), file.bytes());
        return before == null || before == file.bytes()
                ? Optional.empty()
                : Optional.of("has the digest of another file of the snapshot, but another size");
    }

    /** Whether the name and the folders on its way are free. */
    private Optional<String> place(String path) {
        for (var slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            var folder = path.substring(0, slash);
            var before = seen.putIfAbsent(folded(folder), new Seen(folder, true));
            if (before == null || before.equals(new Seen(folder, true))) continue;
            return alike(folder, before).or(() -> Optional.of("lies below " + shown(folder) + ", a file or a link"));
        }
        var before = seen.putIfAbsent(folded(path), new Seen(path, false));
        if (before == null) return Optional.empty();
        return alike(path, before)
                .or(() -> Optional.of(before.folder() ? "is a folder, and a file or a link, too" : "comes twice"));
    }

    private static Optional<String> alike(String path, Seen before) {
        return before.path().equals(path)
                ? Optional.empty()
                : Optional.of("needs a name that differs from " + shown(before.path())
                        + " in more than case or the way in which a letter is written");
    }

    /** By subtraction, because sums of what people claim overflow. */
    private void total(List<Entry> entries) {
        var left = limits.bytes();
        for (var entry : entries) {
            if (!(entry instanceof Entry.File file)) continue;
            if (file.bytes() > left) {
                problems.add(
                        Problem.of("The snapshot has more than the %d bytes that are taken in all. Keep data out of it."
                                .formatted(limits.bytes())));
                return;
            }
            left -= Math.max(0, file.bytes());
        }
    }

    private static String folded(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    /** A name in a sentence: short, and without what would break the line. */
    static String shown(String path) {
        var plain = path.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= 100 ? "'" + plain + "'" : "'" + plain.substring(0, 100) + "...'";
    }
}
