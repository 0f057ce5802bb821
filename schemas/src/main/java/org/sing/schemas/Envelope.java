package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * One message on the bus: a CloudEvents 1.0 event in structured JSON.
 *
 * <p>{@code sequence} counts from 1 per (source, subject) and has no gaps; 0 means "not sequenced" (commands, telemetry
 * markers). {@code topic} and {@code key} stand inside as well, so that a consumer can refuse a record that a faulty
 * producer put elsewhere (KAFKA-19012). {@code actor} is a pseudonymous id, never a name.
 *
 * @param id unique per source; of a sequenced event {@code subject:sequence}, so that sending it twice is harmless
 * @param traceparent W3C trace context, or empty
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
@JsonPropertyOrder({"specversion", "id", "source", "type", "subject", "time"})
public record Envelope(
        @JsonInclude String specversion,
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        long sequence,
        @JsonProperty("correlationid") String correlationId,
        @JsonProperty("causationid") String causationId,
        String actor,
        String traceparent,
        @JsonProperty("bustopic") String topic,
        @JsonProperty("buskey") String key,
        @JsonProperty("datacontenttype") @JsonInclude String contentType,
        JsonNode data) {

    public Envelope {
        specversion = "1.0";
        contentType = "application/json";
        id = require("id", id);
        source = require("source", source);
        type = require("type", type);
        subject = require("subject", subject);
        topic = require("bustopic", topic);
        if (time == null) throw new IllegalArgumentException("time is missing");
        if (data == null) throw new IllegalArgumentException("data is missing");
        correlationId = orEmpty(correlationId);
        causationId = orEmpty(causationId);
        actor = orEmpty(actor);
        traceparent = orEmpty(traceparent);
        key = orEmpty(key);
    }

    /** True when {@link #sequence} orders this event among those of the same source and subject. */
    public boolean sequenced() {
        return sequence > 0;
    }

    /** The data as the record that {@link Catalogue} names for this type. */
    public <T> T as(Class<T> record) {
        return Json.convert(data, record);
    }

    /** The same message with other data of its type. */
    public Envelope with(Record data) {
        return new Envelope(
                specversion,
                id,
                source,
                type,
                subject,
                time,
                sequence,
                correlationId,
                causationId,
                actor,
                traceparent,
                topic,
                key,
                contentType,
                Json.tree(data));
    }

    private static String require(String name, String value) {
        if (value == null || value.isEmpty()) throw new IllegalArgumentException(name + " is missing");
        return value;
    }

    private static String orEmpty(String value) {
        return value == null ? "" : value;
    }
}
