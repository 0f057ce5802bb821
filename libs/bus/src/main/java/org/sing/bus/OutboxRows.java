package org.sing.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.sing.schemas.Topics;

/** The outbox as the relay sees it. Blocks: the relay has a thread of its own. */
final class OutboxRows {
    private static final Set<String> COMPACTED = Topics.catalogue().stream()
            .filter(topic -> "compact".equals(topic.config().get("cleanup.policy")))
            .map(Topics.Topic::name)
            .collect(toSet());
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /**
     * No cursor: a row with a lower id may commit later. The sequences of a subject commit in order, because the row of
     * its aggregate is locked while they are appended.
     */
    private static final String UNPUBLISHED = """
            select id, topic, key, source, subject, sequence, cast(envelope as text), envelope ->> 'traceparent'
            from bus_outbox where published_at is null order by id limit $1
            """;

    private static final String MARK = "update bus_outbox set published_at = clock_timestamp() where id = any($1)";

    record OutboxRow(
            long id,
            String topic,
            String key,
            String source,
            String subject,
            long sequence,
            byte[] envelope,
            String traceparent) {
        private Object subjectOfTopic() {
            return List.of(topic, source, subject);
        }
    }

    private final Pool pool;

    OutboxRows(Pool pool) {
        this.pool = pool;
    }

    List<OutboxRow> unpublished(int limit) throws Exception {
        var rows = new ArrayList<OutboxRow>();
        for (var row : query(UNPUBLISHED, Tuple.of(limit)))
            rows.add(new OutboxRow(
                    row.getLong(0),
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getLong(5),
                    row.getString(6).getBytes(UTF_8),
                    row.getString(7) == null ? "" : row.getString(7)));
        return inSequence(rows);
    }

    void mark(List<OutboxRow> published) throws Exception {
        query(MARK, Tuple.of(published.stream().map(OutboxRow::id).toArray(Long[]::new)));
    }

    /** Ids follow the commits of a subject only if its writers take turns; its sequences say so for certain. */
    static List<OutboxRow> inSequence(List<OutboxRow> byId) {
        var places = new HashMap<Object, List<Integer>>();
        for (int i = 0; i < byId.size(); i++)
            if (byId.get(i).sequence() > 0)
                places.computeIfAbsent(byId.get(i).subjectOfTopic(), subject -> new ArrayList<>())
                        .add(i);
        var ordered = new ArrayList<>(byId);
        for (var indexes : places.values()) {
            var rows = indexes.stream()
                    .map(byId::get)
                    .sorted(Comparator.comparingLong(OutboxRow::sequence))
                    .toList();
            for (int i = 0; i < rows.size(); i++) ordered.set(indexes.get(i), rows.get(i));
        }
        return ordered;
    }

    /** Of a compacted topic only the newest row of each key: the broker would drop the others anyway. */
    static List<OutboxRow> withoutSuperseded(List<OutboxRow> rows) {
        var newest = new HashMap<List<String>, Long>();
        rows.forEach(row -> newest.put(List.of(row.topic(), row.key()), row.id()));
        return rows.stream()
                .filter(row ->
                        !COMPACTED.contains(row.topic()) || newest.get(List.of(row.topic(), row.key())) == row.id())
                .toList();
    }

    private RowSet<Row> query(String sql, Tuple values) throws Exception {
        // A future, because giving up waiting must not cancel a query that waits for a connection.
        return pool.preparedQuery(sql)
                .execute(values)
                .subscribeAsCompletionStage()
                .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
