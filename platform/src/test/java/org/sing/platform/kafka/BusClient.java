package org.sing.platform.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Somebody with the clients of Kafka, who tries what works. */
final class BusClient implements AutoCloseable {

    private static final int SECONDS = 20;

    private final Map<String, Object> settings = new HashMap<>();
    private final Admin admin;
    private KafkaProducer<String, String> producer;
    private KafkaConsumer<String, String> consumer;

    BusClient(String address, int port, Map<String, String> login) {
        settings.putAll(login);
        settings.put(address, "127.0.0.1:" + port);
        settings.put("max.block.ms", 5_000);
        settings.put("default.api.timeout.ms", 5_000);
        settings.put("request.timeout.ms", 4_000);
        this.admin = Admin.create(settings);
    }

    Admin kafka() {
        return admin;
    }

    void create(String topic) {
        succeed(() -> admin.createTopics(List.of(new NewTopic(topic, 12, (short) 1)))
                .all()
                .get(SECONDS, TimeUnit.SECONDS));
    }

    void grantWrite(String user, String topic) {
        var right = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:" + user, "*", AclOperation.WRITE, AclPermissionType.ALLOW));
        succeed(() -> admin.createAcls(List.of(right)).all().get(SECONDS, TimeUnit.SECONDS));
    }

    void write(String topic) {
        succeed(() -> send(topic));
    }

    boolean mayWrite(String topic) {
        try {
            send(topic);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicAuthorizationException) return false;
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    Throwable failureOfWriting(String topic) {
        try {
            send(topic);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (Exception e) {
            return e;
        }
        throw new AssertionError("written to " + topic);
    }

    Throwable failureOfAsking() {
        try {
            admin.describeCluster().nodes().get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (Exception e) {
            return e;
        }
        throw new AssertionError("answered");
    }

    /** Every topic holds a record in its first partition. */
    boolean mayRead(String topic) {
        if (consumer == null) consumer = consumer(Map.of());
        var partition = new TopicPartition(topic, 0);
        try {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            while (System.nanoTime() < until)
                if (!consumer.poll(Duration.ofMillis(200)).isEmpty()) return true;
            throw new IllegalStateException("nothing on " + topic);
        } catch (TopicAuthorizationException refused) {
            return false;
        }
    }

    void join(String group, String topic) {
        try (var member = consumer(Map.of("group.id", group))) {
            member.subscribe(List.of(topic));
            member.poll(Duration.ofSeconds(SECONDS));
        }
    }

    void fence(String transactionalId) {
        var with = new HashMap<>(settings);
        with.put("transactional.id", transactionalId);
        try (var fencing = new KafkaProducer<>(with, new StringSerializer(), new StringSerializer())) {
            fencing.initTransactions();
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
        if (producer != null) producer.close(Duration.ofSeconds(1));
        if (consumer != null) consumer.close();
    }

    private void send(String topic) throws Exception {
        if (producer == null) producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
        producer.send(new ProducerRecord<>(topic, 0, "key", "value")).get(SECONDS, TimeUnit.SECONDS);
    }

    private KafkaConsumer<String, String> consumer(Map<String, Object> more) {
        var with = new HashMap<>(settings);
        with.put("auto.offset.reset", "earliest");
        with.put("fetch.max.wait.ms", 20); // what a change of topic has to wait for
        with.put("enable.auto.commit", false);
        with.putAll(more);
        return new KafkaConsumer<>(with, new StringDeserializer(), new StringDeserializer());
    }

    private interface Attempt {
        void make() throws Exception;
    }

    private static void succeed(Attempt attempt) {
        try {
            attempt.make();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
