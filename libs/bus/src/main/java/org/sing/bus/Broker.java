package org.sing.bus;

import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** How producers reach the broker: what the service sets as {@code kafka.*} and a producer understands. */
@Singleton
final class Broker {
    private final Map<String, Object> configuration = new HashMap<>();

    Broker(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
        kafka.forEach((name, value) -> {
            if (ProducerConfig.configNames().contains(name)) configuration.put(name, value);
        });
    }

    Map<String, Object> configuration() {
        return Map.copyOf(configuration);
    }
}
