package org.sing.gateway.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import org.sing.schemas.Json;

/** A request that the server below refuses before a resource sees it also ends with a problem. */
@ApplicationScoped
class EarlyRefusals {

    void listen(@Observes Router router) {
        router.errorHandler(Code.BODY_TOO_LARGE.status, EarlyRefusals::bodyTooLarge);
    }

    private static void bodyTooLarge(RoutingContext routing) {
        var response = routing.response();
        if (response.ended() || response.headWritten()) return;
        response.setStatusCode(Code.BODY_TOO_LARGE.status)
                .putHeader("Content-Type", Problems.MEDIA_TYPE)
                // What is still on its way is not read.
                .putHeader("Connection", "close")
                .end(problem(RequestId.of(routing.request())));
    }

    private static String problem(String requestId) {
        var code = Code.BODY_TOO_LARGE;
        try {
            return Json.mapper()
                    .writeValueAsString(
                            Problems.body(code, code.wireName(), Problems.detail(code), requestId, List.of()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem is always JSON", e);
        }
    }
}
