package org.sing.gateway.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sing.schemas.Json;
import org.sing.schemas.Problem;

/** Reads request bodies. A field that nobody knows is refused: it is a slip of the pen that would else do nothing. */
final class Bodies {
    static final int MOST_BYTES = 256 * 1024;
    private static final ObjectReader STRICT = Json.mapper()
            .reader()
            .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Bodies() {}

    static String text(byte[] body) {
        checkSize(body.length);
        if (body.length == 0) throw Refusal.of(Code.MALFORMED_BODY, "The body is empty.");
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refusal.of(Code.MALFORMED_BODY, "The body is not UTF-8.");
        }
    }

    /** An empty body is an empty object. */
    static <T> T read(byte[] body, Class<T> type) {
        checkSize(body.length);
        return parse(body, type);
    }

    /** A body of which the caller knows that it is not too large. */
    static <T> T parse(byte[] body, Class<T> type) {
        var json = body.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : body;
        try {
            T value = STRICT.forType(type).readValue(json);
            if (value == null) throw Refusal.of(Code.MALFORMED_BODY, "The body is a JSON object, not null.");
            return value;
        } catch (UnrecognizedPropertyException e) {
            throw invalid(
                    "/" + e.getPropertyName(), "There is no such field; there are " + e.getKnownPropertyIds() + ".");
        } catch (JsonProcessingException e) {
            throw Refusal.of(Code.MALFORMED_BODY, "Not the JSON that is asked for: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot fail", e);
        }
    }

    static Refusal invalid(String pointer, String detail) {
        return Refusal.of(Code.INVALID_REQUEST, detail, List.of(Problem.at(pointer, detail)));
    }

    static void checkSize(long bytes) {
        if (bytes > MOST_BYTES)
            throw Refusal.of(Code.BODY_TOO_LARGE, "A body has at most " + MOST_BYTES + " bytes; keep data in files.");
    }
}
