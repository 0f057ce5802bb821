package org.sing.gateway.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.sing.gateway.api.body.ProblemBody;
import org.sing.gateway.identity.IdentityUnavailable;

/** Turns whatever ends a request into {@code application/problem+json}. */
class Problems {
    static final String MEDIA_TYPE = "application/problem+json";
    private static final Logger LOG = Logger.getLogger(Problems.class);
    /** What to say when the framework refuses a request before any of us sees it. */
    private static final Map<Code, String> DETAILS = Map.of(
            Code.METHOD_NOT_ALLOWED,
            "This path is not used with this method; /openapi lists what is.",
            Code.NOT_ACCEPTABLE,
            "Ask for application/json, or leave the Accept header out.",
            Code.UNSUPPORTED_MEDIA_TYPE,
            "Say what the body is: Content-Type: application/json, application/yaml for a profile, or "
                    + "text/x-shellscript for a script.",
            Code.BODY_TOO_LARGE,
            "A body has at most " + Bodies.MOST_BYTES + " bytes; keep data in files.");

    static ProblemBody body(
            Code code, String wireName, String detail, String requestId, List<ProblemBody.Entry> errors) {
        return new ProblemBody(
                "urn:sing:problem:" + wireName, code.title, code.status, detail, wireName, requestId, errors);
    }

    @ServerExceptionMapper
    Response refusal(Refusal e, HttpServerRequest request) {
        var errors = e.errors.stream().map(ProblemBody.Entry::of).toList();
        var response = Response.status(e.code.status)
                .type(MEDIA_TYPE)
                .entity(body(e.code, e.wireName, e.getMessage(), RequestId.of(request), errors));
        e.headers.forEach(response::header);
        return response.build();
    }

    @ServerExceptionMapper({UnauthorizedException.class, AuthenticationFailedException.class})
    Response unauthenticated(SecurityException e, HttpServerRequest request) {
        var sent = request.getHeader("Authorization") != null;
        var detail = sent
                ? "The access token is not valid here, or it has expired."
                : "Send an access token: Authorization: Bearer <token>.";
        return refusal(
                Refusal.of(Code.UNAUTHENTICATED, detail)
                        .with("WWW-Authenticate", sent ? "Bearer error=\"invalid_token\"" : "Bearer"),
                request);
    }

    @ServerExceptionMapper
    Response forbidden(ForbiddenException e, HttpServerRequest request) {
        return refusal(Refusal.of(Code.FORBIDDEN, "Your role does not allow this."), request);
    }

    @ServerExceptionMapper
    Response identity(IdentityUnavailable e, HttpServerRequest request) {
        return refusal(
                Refusal.of(Code.IDENTITY_UNAVAILABLE, "The identity provider has not answered yet.")
                        .with("Retry-After", "5"),
                request);
    }

    @ServerExceptionMapper
    Response json(JsonProcessingException e, HttpServerRequest request) {
        return refusal(
                Refusal.of(Code.MALFORMED_BODY, "Not the JSON that is asked for: " + e.getOriginalMessage()), request);
    }

    @ServerExceptionMapper
    Response web(WebApplicationException e, HttpServerRequest request) {
        if (e.getCause() instanceof JsonProcessingException json) return json(json, request);
        var status = e.getResponse().getStatus();
        if (e instanceof NotFoundException) // a parameter that cannot be converted is "not found" to the framework
        return refusal(
                    e.getCause() == null
                            ? Refusal.of(Code.NOT_FOUND, "No such path.")
                            : Refusal.of(Code.MALFORMED_PARAMETER, "A parameter has another form than is asked for."),
                    request);
        for (var code : DETAILS.keySet())
            if (code.status == status) return refusal(Refusal.of(code, DETAILS.get(code)), request);
        if (status < 500) return refusal(Refusal.of(Code.MALFORMED_BODY, "The request cannot be read."), request);
        return unexpected(e, request);
    }

    @ServerExceptionMapper
    Response unexpected(Throwable e, HttpServerRequest request) {
        LOG.errorf(e, "A request failed requestId=%s", RequestId.of(request));
        return refusal(
                Refusal.of(Code.INTERNAL_ERROR, "It was written down; name the request id when you report it."),
                request);
    }
}
