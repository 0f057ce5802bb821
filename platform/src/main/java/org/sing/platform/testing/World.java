package org.sing.platform.testing;

import java.nio.file.Path;
import java.util.Map;
import org.sing.platform.process.Folders;

/** What one test class has for itself: a database, topics under a prefix of its own, and a store. */
public record World(SharedPlatform platform, TestDatabase database, String topicPrefix, Path store)
        implements AutoCloseable {

    /** The configuration of a Quarkus application that lives in this world. */
    public Map<String, String> configuration() {
        return Map.ofEntries(
                Map.entry("kafka.bootstrap.servers", platform.bootstrapServers()),
                Map.entry("quarkus.datasource.username", database.user()),
                Map.entry("quarkus.datasource.password", database.password()),
                Map.entry("quarkus.datasource.reactive.url", database.reactiveUrl()),
                Map.entry("quarkus.datasource.jdbc.url", database.jdbcUrl()),
                Map.entry("sing.bus.topic-prefix", topicPrefix),
                Map.entry("sing.bus.unsigned-nodes", "*"),
                Map.entry("sing.store.path", store.toString()));
    }

    /** Removes the topics and the store; the database goes with the platform. */
    @Override
    public void close() {
        platform.deleteTopics(topicPrefix);
        Folders.delete(store);
    }
}
