package org.sing.gateway.api;

import jakarta.ws.rs.core.HttpHeaders;
import org.sing.schemas.Json;

/**
 * A profile as it came in.
 *
 * @param format {@code yaml} or {@code json}
 */
record SentProfile(String text, String format) {
    /** What a profile may be sent as; for the methods that take one, since those that only read take any. */
    static final String TYPES =
            "application/json, application/yaml, application/x-yaml, text/yaml, text/plain, text/x-shellscript";

    static SentProfile of(byte[] body, HttpHeaders headers) {
        var text = Bodies.text(body);
        var type = headers.getMediaType();
        if (type != null && type.getSubtype().endsWith("shellscript")) return script(text);
        return new SentProfile(text, type != null && type.getSubtype().equals("json") ? "json" : "yaml");
    }

    /** A script alone is the short form of a script without arguments (decision 0016). */
    private static SentProfile script(String text) {
        var profile = Json.mapper().createObjectNode().put("script", text);
        profile.putArray("args");
        return new SentProfile(profile.toString(), "json");
    }
}
