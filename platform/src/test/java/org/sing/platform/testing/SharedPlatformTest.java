package org.sing.platform.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SharedPlatformTest {

    @Test
    void a_world_has_its_own_topics_and_its_own_database() throws Exception {
        try (var world = CampusPlatform.shared().newWorld();
                var other = CampusPlatform.shared().newWorld()) {
            write(world, "sing.job.events", "started");
            assertEquals(List.of("started"), read(world, "sing.job.events"));
            assertTrue(!world.topicPrefix().equals(other.topicPrefix()));

            try (var connection = connect(world.database())) {
                connection.createStatement().execute("create table job (id int primary key)");
                assertEquals(1, connection.createStatement().executeUpdate("insert into job values (1)"));
            }
            try (var connection = connect(other.database())) {
                assertThrows(
                        SQLException.class, () -> connection.createStatement().execute("select * from job"));
            }
        }
    }

    @Test
    void topics_are_gone_when_a_world_closes() throws Exception {
        var platform = CampusPlatform.shared();
        var world = platform.newWorld();
        world.close();
        try (var admin = Admin.create(Map.of("bootstrap.servers", platform.bootstrapServers()))) {
            Awaitility.await()
                    .until(() -> admin.listTopics().names().get(10, TimeUnit.SECONDS).stream()
                            .noneMatch(name -> name.startsWith(world.topicPrefix())));
        }
    }

    @Test
    void a_row_and_a_record_survive_the_loss_of_database_and_broker() throws Exception {
        var platform = CampusPlatform.shared();
        try (var world = platform.newWorld()) {
            write(world, "sing.job.events", "queued");
            try (var connection = connect(world.database())) {
                connection.createStatement().execute("create table job as select 7 as id");
            }
            platform.database().stopImmediate();
            platform.broker().kill();
            assertThrows(SQLException.class, () -> connect(world.database()));
            platform.database().start();
            platform.broker().start();

            assertEquals(List.of("queued"), read(world, "sing.job.events"));
            try (var connection = connect(world.database());
                    var rows = connection.createStatement().executeQuery("select id from job")) {
                assertTrue(rows.next());
            }
        }
    }

    private static Connection connect(TestDatabase database) throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
    }

    private static void write(World world, String topic, String value) throws Exception {
        var settings =
                Map.<String, Object>of("bootstrap.servers", world.platform().bootstrapServers());
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(world.topicPrefix() + topic, "job_1", value))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static List<String> read(World world, String topic) {
        var settings = Map.<String, Object>of(
                "bootstrap.servers",
                world.platform().bootstrapServers(),
                "group.id",
                world.topicPrefix() + "reader",
                "auto.offset.reset",
                "earliest");
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(world.topicPrefix() + topic));
            return Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .pollDelay(Duration.ZERO)
                    .until(
                            () -> {
                                var records = consumer.poll(Duration.ofMillis(200));
                                var values = new java.util.ArrayList<String>();
                                records.forEach(each -> values.add(each.value()));
                                return List.copyOf(values);
                            },
                            values -> !values.isEmpty());
        }
    }
}
