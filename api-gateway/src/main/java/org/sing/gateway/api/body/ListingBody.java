package org.sing.gateway.api.body;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.snapshots.Tree;

/** What is in a folder; of a person's whole directory also how much there is and may be. */
public record ListingBody(List<Item> items, Optional<Long> sizeBytes, Optional<Long> quotaBytes) {
    public record Item(String path, String kind, long sizeBytes, Instant modifiedAt) {
        static Item of(Tree.Item item) {
            return new Item(item.path(), item.folder() ? "folder" : "file", item.bytes(), item.modifiedAt());
        }
    }

    public static ListingBody of(List<Tree.Item> items) {
        return new ListingBody(items.stream().map(Item::of).toList(), Optional.empty(), Optional.empty());
    }

    public ListingBody with(long used, long quota) {
        return new ListingBody(items, Optional.of(used), Optional.of(quota));
    }
}
