package org.sing.gateway.messaging;

import com.fasterxml.jackson.core.JsonToken;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.TimeoutException;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.sing.gateway.app.Bells;
import org.sing.gateway.app.Feed;
import org.sing.gateway.store.FeedReader;
import org.sing.schemas.Envelope;
import org.sing.schemas.FeedEntry;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;

/**
 * Follows {@code sing.feed} and the jobs' output from the end on, for those who wait in this replica. It commits nothing:
 * what it missed is in the table.
 */
@ApplicationScoped
class FeedTail implements Runnable {
    private static final Logger LOG = Logger.getLogger(FeedTail.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Map<String, Object> broker;
    private final String prefix;
    private final Feed feed;
    private final FeedReader table;
    private final Bells bells;
    private volatile boolean stopped;
    private volatile Optional<KafkaConsumer<String, byte[]>> current = Optional.empty();
    private volatile Optional<Thread> thread = Optional.empty();

    FeedTail(
            @Identifier("default-kafka-broker") Map<String, Object> broker,
            @ConfigProperty(name = "sing.bus.topic-prefix") Optional<String> prefix,
            Feed feed,
            FeedReader table,
            Bells bells) {
        this.broker = broker;
        this.prefix = prefix.orElse("");
        this.feed = feed;
        this.table = table;
        this.bells = bells;
    }

    /** Early: whoever waits for an outcome must not miss it. */
    void start(@Observes @Priority(10) StartupEvent event) {
        feed.startAt(table.last().await().atMost(PATIENCE));
        thread = Optional.of(Thread.ofPlatform().name("feed-tail").daemon().start(this));
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        stopped = true;
        current.ifPresent(KafkaConsumer::wakeup);
        if (thread.isPresent()) thread.get().join(2000);
    }

    @Override
    public void run() {
        while (!stopped) {
            try (var consumer =
                    new KafkaConsumer<>(settings(), new StringDeserializer(), new ByteArrayDeserializer())) {
                current = Optional.of(consumer);
                follow(consumer);
            } catch (WakeupException | InterruptException e) {
                return;
            } catch (KafkaException | CompletionException | TimeoutException e) {
                LOG.warnf("The feed cannot be followed just now: %s", e.getMessage());
                pause();
            }
        }
    }

    private void follow(KafkaConsumer<String, byte[]> consumer) {
        var partitions = new ArrayList<TopicPartition>();
        for (var topic : List.of(Topics.FEED, Topics.EXECUTION_OUTPUT))
            consumer.partitionsFor(prefix + topic)
                    .forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position); // seeks are lazy: know the end before saying that we follow
        feed.startAt(table.last().await().atMost(PATIENCE)); // what came while nobody followed is in the table
        while (!stopped) {
            var records = consumer.poll(POLL);
            var entries = new ArrayList<FeedEntry>();
            for (var record : records) {
                if (record.topic().equals(prefix + Topics.FEED)) entry(record).ifPresent(entries::add);
                else if (bells.anybody()) bells.ring(record.key());
            }
            feed.offer(entries);
        }
    }

    /** The writer's own process has seen most entries before they come back: of those only the position is read. */
    private Optional<FeedEntry> entry(ConsumerRecord<String, byte[]> record) {
        try {
            if (position(record.value()) <= feed.last()) return Optional.empty();
            return Optional.of(Json.read(record.value(), Envelope.class).as(FeedEntry.class));
        } catch (IOException | IllegalArgumentException e) {
            LOG.warnf("An unreadable feed record was passed over offset=%d", record.offset());
            return Optional.empty();
        }
    }

    /** The id of a feed envelope is {@code feed:<position>}, and stands near the beginning. */
    private static long position(byte[] json) throws IOException {
        try (var parser = Json.mapper().createParser(json)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() != JsonToken.FIELD_NAME || !"id".equals(parser.currentName())) continue;
                var id = parser.nextTextValue();
                return Long.parseLong(id.substring(id.lastIndexOf(':') + 1));
            }
        }
        throw new IOException("no id");
    }

    private Map<String, Object> settings() {
        var settings = new HashMap<>(broker);
        settings.remove("group.id");
        settings.put("enable.auto.commit", false);
        settings.put("isolation.level", "read_committed");
        settings.put("auto.offset.reset", "latest");
        settings.put("fetch.min.bytes", 1);
        return settings;
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
