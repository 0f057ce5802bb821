package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.api.body.EntryBody;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.app.EventStream;
import org.sing.gateway.app.EventStreams;
import org.sing.gateway.app.Feed;
import org.sing.gateway.app.Streams;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.FeedReader;
import org.sing.schemas.FeedEntry;
import org.sing.schemas.Json;

/** The feed: page by page, or as it goes on. Positions grow; a reader's own view of them has gaps. */
@Path("/api/v1/events")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class EventsResource {
    private final FeedReader table;
    private final Feed feed;
    private final EventStreams eventStreams;
    private final Streams streams;

    EventsResource(FeedReader table, Feed feed, EventStreams eventStreams, Streams streams) {
        this.table = table;
        this.feed = feed;
        this.eventStreams = eventStreams;
        this.streams = streams;
    }

    /** A page looks at {@code limit} positions; what the reader may not see of them is left out, so it may be short. */
    @GET
    public Uni<Page<EntryBody>> list(
            @QueryParam("after") Optional<Long> after,
            @QueryParam("limit") Optional<Integer> limit,
            @Context SecurityContext security) {
        var size = Edge.limit(limit, 200, 1000);
        var reader = caller(security);
        return uncancelled(table.after(after.orElse(0L), size)).map(entries -> page(entries, size, reader));
    }

    @GET
    @Path("/stream")
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> stream(
            @HeaderParam("Last-Event-ID") Optional<String> lastEventId,
            @QueryParam("after") Optional<Long> after,
            @Context Sse sse,
            @Context HttpServerRequest request,
            @Context SecurityContext security) {
        var reader = caller(security);
        var from = lastEventId.map(EventsResource::position).or(() -> after).orElseGet(feed::last);
        var permit = streams.open(reader.id()).orElseThrow(EventsResource::tooMany);
        request.response().putHeader("Cache-Control", "no-store").putHeader("X-Accel-Buffering", "no");
        return eventStreams
                .open(reader, from, () -> cut(request), permit::close)
                .map(item -> event(sse, item, reader));
    }

    /** The connection's own close waits until everything is written, hence for ever when the reader takes nothing. */
    private static void cut(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) request.response().reset();
        else if (request.connection() instanceof ConnectionBase connection)
            connection.channel().close();
        else request.connection().close();
    }

    static Refusal tooMany() {
        return Refusal.of(Code.TOO_MANY_STREAMS, "Close another stream first.").with("Retry-After", "5");
    }

    private static Page<EntryBody> page(List<FeedEntry> entries, int size, Caller reader) {
        var items = entries.stream()
                .filter(entry -> reader.seesEntry(entry.owner(), entry.project()))
                .map(entry -> EntryBody.of(entry, reader))
                .toList();
        return new Page<>(
                items,
                entries.size() < size
                        ? Optional.empty()
                        : Optional.of(Long.toString(entries.getLast().position())));
    }

    private static OutboundSseEvent event(Sse sse, EventStream.Item item, Caller reader) {
        var event = sse.newEventBuilder().id(Long.toString(item.position()));
        return item.entry()
                .map(entry -> EntryBody.of(entry, reader).event())
                .map(envelope -> event.name(envelope.type()).data(Json.string(envelope)))
                .orElseGet(() -> event.comment("still here"))
                .build();
    }

    private static long position(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Refusal.of(Code.MALFORMED_PARAMETER, "Last-Event-ID is a feed position, a whole number.");
        }
    }
}
