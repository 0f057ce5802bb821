package org.sing.gateway.app;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.FeedReader;
import org.sing.schemas.FeedEntry;

/**
 * The feed from a position on, as one reader may see it, for as long as the reader's token lasts. Only what the reader
 * asks for is read: a slow reader costs a cursor, not memory.
 */
public final class EventStream {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final int FROM_MEMORY = 256;
    private static final int FROM_TABLE = 256;

    private final Feed feed;
    private final FeedReader table;
    private final Clock clock;
    private final Caller reader;
    private long cursor;
    private boolean greeted;
    private boolean caughtUp;
    private volatile Instant sent;
    private volatile boolean blocked;

    EventStream(Feed feed, FeedReader table, Clock clock, Caller reader, long cursor) {
        this.feed = feed;
        this.table = table;
        this.clock = clock;
        this.reader = reader;
        this.cursor = cursor;
        this.sent = clock.instant();
    }

    /** A sign of life carries the position that the reader has come to, and no entry. */
    public record Item(long position, Optional<FeedEntry> entry) {}

    public Multi<Item> items() {
        return Multi.createBy()
                .repeating()
                .uni(this::step)
                .whilst(items -> clock.instant().isBefore(reader.expiresAt()))
                .onItem()
                .<Item>disjoint();
    }

    /** Since when what was sent has been waiting for the reader to take it; empty when nothing waits. */
    public Optional<Duration> blockedFor() {
        return blocked ? Optional.of(Duration.between(sent, clock.instant())) : Optional.empty();
    }

    private Uni<List<Item>> step() {
        blocked = false;
        if (!greeted) { // so that the reader learns at once that it is connected, and from where on
            greeted = true;
            return Uni.createFrom().item(List.of(new Item(cursor, Optional.empty())));
        }
        var wait = caughtUp ? feed.moved(cursor, HEARTBEAT) : Uni.createFrom().voidItem();
        return wait.chain(this::scan).map(this::visible).invoke(items -> {
            if (items.isEmpty()) return;
            sent = clock.instant();
            blocked = true;
        });
    }

    private Uni<List<FeedEntry>> scan() {
        var recent = feed.after(cursor, FROM_MEMORY);
        caughtUp = recent.isPresent() && recent.get().size() < FROM_MEMORY;
        return recent.map(entries -> Uni.createFrom().item(entries))
                .orElseGet(() -> table.after(cursor, FROM_TABLE).memoize().indefinitely());
    }

    private List<Item> visible(List<FeedEntry> entries) {
        if (!entries.isEmpty()) cursor = entries.getLast().position();
        var items = entries.stream()
                .filter(entry -> reader.seesEntry(entry.owner(), entry.project()))
                .map(entry -> new Item(entry.position(), Optional.of(entry)))
                .toList();
        var silent = Duration.between(sent, clock.instant()).compareTo(HEARTBEAT) >= 0;
        return items.isEmpty() && silent ? List.of(new Item(cursor, Optional.empty())) : items;
    }
}
