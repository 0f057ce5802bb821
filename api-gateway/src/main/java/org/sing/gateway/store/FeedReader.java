package org.sing.gateway.store;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.sing.schemas.Envelope;
import org.sing.schemas.FeedEntry;
import org.sing.schemas.Json;

/** Reads the feed from its table. */
@ApplicationScoped
public class FeedReader {
    private static final String COLUMNS = "select position, owner, project, cast(event as text) as event from feed";

    private final Pool pool;

    FeedReader(Pool pool) {
        this.pool = pool;
    }

    public Uni<Long> last() {
        return pool.query("select position from feed_counter")
                .execute()
                .map(rows -> rows.iterator().next().getLong("position"));
    }

    /** Whatever it is and whoever may see it: the caller of this method filters. */
    public Uni<List<FeedEntry>> after(long position, int limit) {
        return entries(" where position > $1 order by position limit $2", Tuple.of(position, limit));
    }

    public Uni<List<FeedEntry>> ofJob(String job, long after, int limit) {
        return entries(" where job = $1 and position > $2 order by position limit $3", Tuple.of(job, after, limit));
    }

    private Uni<List<FeedEntry>> entries(String where, Tuple args) {
        return pool.preparedQuery(COLUMNS + where)
                .execute(args)
                .map(rows -> JobReader.stream(rows).map(FeedReader::entry).toList());
    }

    private static FeedEntry entry(Row row) {
        return new FeedEntry(
                row.getLong("position"),
                row.getString("owner"),
                row.getString("project"),
                Json.read(row.getString("event"), Envelope.class));
    }
}
