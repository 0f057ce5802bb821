package org.sing.bus;

import static java.util.stream.Collectors.toMap;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sing.bus.Heard.Partition;
import org.sing.bus.InboxRows.PositionRow;

/** Remembers where a topic ended at some time, until the stored positions have come so far. */
@ApplicationScoped
class PositionWatermark implements Watermark {
    private final Clock clock = Clock.systemUTC();
    private final Channel channel;
    private final Database database;
    private final InboxStore store;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();
    private final Map<String, Instant> reached = new ConcurrentHashMap<>();

    private record Look(Instant at, Map<Partition, Long> ends) {
        boolean reached(List<PositionRow> rows) {
            var stored = rows.stream()
                    .collect(toMap(row -> new Partition(row.topic(), row.partition()), PositionRow::nextOffset));
            return ends.entrySet().stream().allMatch(end -> stored.getOrDefault(end.getKey(), 0L) >= end.getValue());
        }
    }

    PositionWatermark(Channel channel, Database database, InboxStore store) {
        this.channel = channel;
        this.database = database;
        this.store = store;
    }

    @Override
    public Uni<Instant> of(String topic) {
        return look(topic)
                .chain(look -> database.run(store::positions)
                        .invoke(rows -> conclude(topic, look, rows))
                        .map(rows -> reached.getOrDefault(topic, Instant.MIN)));
    }

    private Uni<Look> look(String topic) {
        var open = looks.get(topic);
        if (open != null) return Uni.createFrom().item(open);
        var at = clock.instant();
        return channel.ends(topic).map(ends -> new Look(at, ends)).invoke(look -> looks.put(topic, look));
    }

    private void conclude(String topic, Look look, List<PositionRow> rows) {
        if (!look.reached(rows)) return;
        reached.merge(topic, look.at(), (before, now) -> now.isAfter(before) ? now : before);
        looks.remove(topic, look);
    }
}
