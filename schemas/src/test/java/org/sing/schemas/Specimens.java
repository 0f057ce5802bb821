package org.sing.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Makes records in which every component, at any depth, has a value. */
record Specimens(RandomGenerator random) {

    <T extends Record> T complete(Class<T> type) {
        var components = type.getRecordComponents();
        var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        var values = Arrays.stream(components)
                .map(component -> value(component.getGenericType()))
                .toArray();
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type.getName(), e);
        }
    }

    private Object value(Type type) {
        if (type instanceof ParameterizedType generic) return container(generic);
        var raw = (Class<?>) type;
        if (raw == String.class) return "text-" + random.nextInt(1000);
        if (raw == int.class || raw == Integer.class) return random.nextInt(1, 1000);
        if (raw == long.class || raw == Long.class) return random.nextLong(1, 1L << 50);
        if (raw == double.class || raw == Double.class) return random.nextInt(1, 4000) / 4.0;
        if (raw == boolean.class || raw == Boolean.class) return random.nextBoolean();
        if (raw == Instant.class) return Instant.ofEpochMilli(random.nextLong(1, 1L << 42));
        if (raw.isEnum()) return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
        if (raw == JsonNode.class) return Json.tree(Map.of());
        if (raw == Envelope.class) return envelope();
        if (raw.isRecord()) return complete(raw.asSubclass(Record.class));
        throw new IllegalStateException("no specimen of " + type);
    }

    private Object container(ParameterizedType type) {
        var arguments = type.getActualTypeArguments();
        var raw = type.getRawType();
        if (raw == Optional.class) return Optional.of(value(arguments[0]));
        if (raw == List.class) return List.of(value(arguments[0]));
        if (raw == Map.class) return Map.of(value(arguments[0]), value(arguments[1]));
        throw new IllegalStateException("no specimen of " + type);
    }

    private Envelope envelope() {
        return Envelopes.of("/services/submission")
                .fact(
                        Topics.JOB_EVENTS,
                        "key",
                        "jobs/key",
                        random.nextLong(1, 1000),
                        new Envelopes.Cause("correlation", "causation", "actor", "trace"),
                        Instant.EPOCH,
                        complete(JobEvent.Queued.class));
    }
}
