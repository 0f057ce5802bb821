package org.sing.gateway.api;

import io.vertx.core.http.HttpServerRequest;
import java.util.UUID;

/** The name of a request: the one that a proxy gave it, or a new one. It is in the response and in the log. */
final class RequestId {
    static final String HEADER = "X-Request-Id";

    private RequestId() {}

    static String of(HttpServerRequest request) {
        var known = request.response().headers().get(HEADER);
        if (known != null) return known;
        var sent = request.getHeader(HEADER);
        var id = sent != null && sent.matches("[A-Za-z0-9._-]{1,64}")
                ? sent
                : UUID.randomUUID().toString();
        request.response().putHeader(HEADER, id);
        return id;
    }
}
