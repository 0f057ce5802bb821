package org.sing.gateway.app;

import io.smallrye.mutiny.Multi;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.FeedReader;

/** Opens event streams, and cuts those whose reader does not read. */
@ApplicationScoped
public class EventStreams {
    private final Feed feed;
    private final FeedReader table;
    private final Clock clock;
    private final Vertx vertx;
    private final Duration patience;

    EventStreams(
            Feed feed,
            FeedReader table,
            Clock clock,
            Vertx vertx,
            @ConfigProperty(name = "sing.gateway.streams.slow-after", defaultValue = "30s") Duration patience) {
        this.feed = feed;
        this.table = table;
        this.clock = clock;
        this.vertx = vertx;
        this.patience = patience;
    }

    /**
     * @param after the last position that the reader has
     * @param cut ends the connection
     */
    public Multi<EventStream.Item> open(Caller reader, long after, Runnable cut, Runnable closed) {
        var stream = new EventStream(feed, table, clock, reader, after);
        var watch = vertx.setPeriodic(Math.max(1, patience.toMillis() / 4), timer -> {
            if (stream.blockedFor().filter(time -> time.compareTo(patience) > 0).isPresent()) cut.run();
        });
        return stream.items().onTermination().invoke(() -> {
            vertx.cancelTimer(watch);
            closed.run();
        });
    }
}
