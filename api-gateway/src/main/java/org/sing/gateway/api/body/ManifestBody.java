package org.sing.gateway.api.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;

/** A manifest as people send it: files and links, in any order. */
public record ManifestBody(List<File> files, List<Link> links) {
    private static final String USUAL_MODE = "0644";
    private static final int NO_MODE = -1;

    public ManifestBody {
        files = files == null ? List.of() : files;
        links = links == null ? List.of() : links;
    }

    public record File(String path, String sha256, long sizeBytes, Optional<String> mode) {
        private Entry entry() {
            var bits = mode == null ? USUAL_MODE : mode.orElse(USUAL_MODE);
            return new Entry.File(
                    given(path),
                    given(sha256),
                    sizeBytes,
                    bits.matches("0?[0-7]{3}") ? Integer.parseInt(bits, 8) : NO_MODE);
        }
    }

    public record Link(String path, String target) {}

    /** Files first, each at the place where it was sent. */
    public List<Entry> entries() {
        var entries = new ArrayList<Entry>();
        for (var file : files) entries.add(file == null ? new Entry.Link("", "") : file.entry());
        for (var link : links)
            entries.add(link == null ? new Entry.Link("", "") : new Entry.Link(given(link.path), given(link.target)));
        return entries;
    }

    /** Where an entry stood in the request. */
    public String pointer(int entry) {
        return entry < files.size() ? "/files/" + entry : "/links/" + (entry - files.size());
    }

    static ManifestBody of(Manifest manifest) {
        var files = manifest.files()
                .map(it -> new File(it.path(), it.sha256(), it.bytes(), Optional.of("%04o".formatted(it.mode()))))
                .toList();
        var links = manifest.entries().stream()
                .filter(Entry.Link.class::isInstance)
                .map(Entry.Link.class::cast)
                .map(it -> new Link(it.path(), it.target()))
                .toList();
        return new ManifestBody(files, links);
    }

    private static String given(String text) {
        return text == null ? "" : text;
    }
}
