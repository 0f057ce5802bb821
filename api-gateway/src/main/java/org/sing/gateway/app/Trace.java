package org.sing.gateway.app;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import jakarta.enterprise.context.RequestScoped;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * The trace that a request belongs to: the client's, or a new one. What the request causes on the bus carries it on.
 *
 * <p>Source: W3C Trace Context, level 1.
 */
@RequestScoped
public class Trace {
    private static final Pattern PARENT =
            Pattern.compile("00-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-(?<flags>[0-9a-f]{2})");

    private final CurrentVertxRequest request;

    Trace(CurrentVertxRequest request) {
        this.request = request;
    }

    /** A {@code traceparent} for what is done next. A malformed one of the client is as good as none. */
    String next() {
        var sent = PARENT.matcher(Optional.ofNullable(request.getCurrent())
                .map(context -> context.request().getHeader("traceparent"))
                .orElse(""));
        var known = sent.matches();
        return "00-" + (known ? sent.group("trace") : digits(32)) + "-" + digits(16) + "-"
                + (known ? sent.group("flags") : "01");
    }

    private static String digits(int count) {
        var bytes = new byte[count / 2];
        ThreadLocalRandom.current().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
