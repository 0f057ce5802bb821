package org.sing.gateway.api;

import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.sing.gateway.app.Feed;
import org.sing.gateway.app.Load;
import org.sing.gateway.app.RateLimits;
import org.sing.gateway.identity.CallerPrincipal;

/** What every request passes: size, rate, and the wait for the position that the client has seen. */
class Gatekeeper {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Long MOST_WITHOUT_LENGTH = 1L << 20;
    private static final String VERDICT = "sing.rate";
    private static final String READ_AT = "sing.read-at";

    private final Feed feed;
    private final RateLimits rates;
    private final Load load;

    Gatekeeper(Feed feed, RateLimits rates, Load load) {
        this.feed = feed;
        this.rates = rates;
        this.load = load;
    }

    @ServerRequestFilter(preMatching = true)
    public void name(ContainerRequestContext context, HttpServerRequest request, RoutingContext routing) {
        RequestId.of(request);
        var packed = Packed.gzip(Optional.ofNullable(request.getHeader("Content-Encoding")));
        if (packed && !takesPacked(context.getMethod(), routing.normalizedPath()))
            throw Refusal.of(Code.UNSUPPORTED_MEDIA_TYPE, "Only manifests and simulations are taken packed.");
        if (takesFiles(context.getMethod(), routing.normalizedPath())) return;
        var length = request.getHeader("Content-Length");
        if (length != null) Bodies.checkSize(length.length() < 19 ? Long.parseLong(length) : Long.MAX_VALUE);
        else routing.put(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY, MOST_WITHOUT_LENGTH);
    }

    /** These count for themselves while they read. */
    private static boolean takesFiles(String method, String path) {
        return switch (method) {
            case "PUT" -> path.startsWith("/api/v1/blobs/") || path.startsWith("/api/v1/files/");
            default -> takesPacked(method, path);
        };
    }

    private static boolean takesPacked(String method, String path) {
        return method.equals("POST") && (path.equals("/api/v1/snapshots") || path.equals("/api/v1/simulations"));
    }

    @ServerRequestFilter(priority = Priorities.USER)
    public Uni<Response> admit(ContainerRequestContext context, HttpServerRequest request, RoutingContext routing) {
        var verdict = rates.take(who(context, request), kind(context));
        context.setProperty(VERDICT, verdict);
        if (!verdict.admitted())
            throw Refusal.of(Code.TOO_MANY_REQUESTS, "Wait a moment.")
                    .with("Retry-After", Long.toString(verdict.retryAfterSeconds()))
                    .with("RateLimit", verdict.header())
                    .with("RateLimit-Policy", verdict.policy());
        if (!load.enter(verdict.kind() == RateLimits.Kind.CANCEL))
            throw Refusal.of(Code.OVERLOADED, "Too many requests are being worked on.")
                    .with("Retry-After", "1");
        routing.addEndHandler(ended -> load.leave());
        if (request.uri().contains("%00")) throw Refusal.of(Code.MALFORMED_PARAMETER, "An address has no NUL in it.");
        return position(context);
    }

    @ServerResponseFilter
    public void describe(ContainerRequestContext request, ContainerResponseContext response) {
        var headers = response.getHeaders();
        if (request.getProperty(VERDICT) instanceof RateLimits.Verdict verdict) {
            headers.putSingle("RateLimit", verdict.header());
            headers.putSingle("RateLimit-Policy", verdict.policy());
        }
        if (!headers.containsKey(Edge.FEED_POSITION) && request.getProperty(READ_AT) instanceof Long position)
            headers.putSingle(Edge.FEED_POSITION, position);
    }

    private Uni<Response> position(ContainerRequestContext context) {
        context.setProperty(READ_AT, feed.last());
        var asked = context.getUriInfo().getQueryParameters().getFirst("min_position");
        if (asked == null) return Uni.createFrom().nullItem();
        if (!asked.matches("[0-9]{1,18}"))
            throw Refusal.of(Code.MALFORMED_PARAMETER, "min_position is a feed position, a whole number.");
        var position = Long.parseLong(asked);
        if (position <= feed.last()) return Uni.createFrom().nullItem();
        return feed.reached(position, PATIENCE)
                .onFailure(TimeoutException.class)
                .transform(late -> Refusal.of(
                                Code.POSITION_NOT_REACHED, "The view has come to " + feed.last() + "; try again.")
                        .with("Retry-After", "1"))
                .invoke(() -> context.setProperty(READ_AT, feed.last()))
                .map(done -> (Response) null);
    }

    private static RateLimits.Kind kind(ContainerRequestContext context) {
        if (context.getMethod().equals("GET")) return RateLimits.Kind.READ;
        return context.getUriInfo().getPath().endsWith("/cancel") ? RateLimits.Kind.CANCEL : RateLimits.Kind.WRITE;
    }

    private static String who(ContainerRequestContext context, HttpServerRequest request) {
        return context.getSecurityContext().getUserPrincipal() instanceof CallerPrincipal principal
                ? principal.caller().id()
                : "address " + request.remoteAddress().hostAddress();
    }
}
