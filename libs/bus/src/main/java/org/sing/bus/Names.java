package org.sing.bus;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Who this service and this replica are on the bus, and what its topics are called at the broker. */
@Singleton
final class Names {
    private final String service;
    private final String instance;
    private final String prefix;

    @Inject
    Names(
            Settings settings,
            @ConfigProperty(name = "quarkus.application.name") String application,
            @ConfigProperty(name = "sing.instance") String instance) {
        this(
                settings.consumer().orElse(application),
                instance,
                settings.topicPrefix().orElse(""));
    }

    Names(String service, String instance, String prefix) {
        this.service = service;
        this.instance = instance;
        this.prefix = prefix;
    }

    String service() {
        return service;
    }

    String instance() {
        return instance;
    }

    String source() {
        return "/services/" + service;
    }

    /** Consumer groups and transactional ids carry the prefix too, or systems that share a broker would meet. */
    String prefixed(String name) {
        return prefix + name;
    }

    String atBroker(String topic) {
        return prefix + topic;
    }

    String fromBroker(String topic) {
        return topic.substring(prefix.length());
    }
}
