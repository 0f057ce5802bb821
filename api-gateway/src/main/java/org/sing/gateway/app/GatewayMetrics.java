package org.sing.gateway.app;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** What operators watch of the gateway beside requests and the bus. */
@ApplicationScoped
class GatewayMetrics {
    void register(@Observes StartupEvent event, MeterRegistry registry, Streams streams, Load load, Feed feed) {
        Gauge.builder("sing.gateway.streams", streams, Streams::open)
                .description("Event streams and followed logs that are open")
                .register(registry);
        Gauge.builder("sing.gateway.requests", load, Load::working)
                .description("Requests that are being worked on")
                .register(registry);
        Gauge.builder("sing.gateway.feed.position", feed, Feed::last)
                .description("The newest entry of the feed that this replica has heard")
                .register(registry);
    }
}
