package org.sing.bus;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an operator may set; the defaults suit a campus. */
@ConfigMapping(prefix = "sing.bus")
interface Settings {

    /** The service's name on the bus; by default the application's. */
    Optional<String> consumer();

    /** Stands before every topic name, so that several systems (or tests) share one broker. */
    Optional<String> topicPrefix();

    /** Only the holder of the leader row consumes; the other replicas stand by. */
    @WithDefault("false")
    boolean singleActive();

    /** How long the leader row is held without a renewal. */
    @WithDefault("PT3S")
    Duration lease();

    /** How often the relay looks at the outbox when no commit wakes it. */
    @WithDefault("PT0.5S")
    Duration relayPoll();

    /** How many outbox rows go into one transaction of the broker. */
    @WithDefault("500")
    int relayBatch();

    /** How long published outbox rows and inbox ids are kept. */
    @WithDefault("P7D")
    Duration keep();

    /** The largest message that the outbox takes; the broker refuses more than 1 MiB. */
    @WithDefault("900000")
    int maxMessageBytes();

    /**
     * Nodes that may speak unsigned as long as they are not enrolled, or {@code *}: then no signature is looked at, for
     * tests and simulated nodes.
     */
    Optional<List<String>> unsignedNodes();
}
