package org.sing.snapshots.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestTest {
    private static final Entry TRAIN = new Entry.File("train.py", "a".repeat(64), 12, 0644);
    private static final Entry RUN = new Entry.File("bin/run", "b".repeat(64), 0, 0755);
    private static final Entry DATA = new Entry.Link("data", "bin");

    @Test
    void the_canonical_text_is_the_one_of_the_protocol() {
        assertEquals(
                "sing-snapshot 1\n"
                        + "file\t0755\t0\t" + "b".repeat(64) + "\tbin/run\n"
                        + "link\tbin\tdata\n"
                        + "file\t0644\t12\t" + "a".repeat(64) + "\ttrain.py\n",
                new Manifest(List.of(TRAIN, DATA, RUN)).text());
    }

    @Test
    void the_id_depends_on_the_contents_and_not_on_their_order() {
        assertEquals(id(TRAIN, DATA, RUN), id(RUN, TRAIN, DATA));
        assertNotEquals(id(TRAIN), id(new Entry.File("train.py", "a".repeat(64), 12, 0755)));
        assertNotEquals(id(DATA), id(new Entry.Link("data", "bin/")));
    }

    @Test
    void names_are_ordered_by_their_bytes_so_that_every_language_orders_them_alike() {
        var beyond = new Entry.Link("\ud83d\ude00", "x"); // in UTF-16 before U+FFxx, in UTF-8 after it
        var below = new Entry.Link("\uff5e", "x");
        assertEquals(List.of(below, beyond), new Manifest(List.of(beyond, below)).entries());
    }

    @Test
    void what_was_written_is_read_equal() {
        var manifest = new Manifest(List.of(TRAIN, DATA, RUN));
        assertEquals(manifest, Manifest.read(manifest.text()));
    }

    private static String id(Entry... entries) {
        return new Manifest(List.of(entries)).id();
    }
}
