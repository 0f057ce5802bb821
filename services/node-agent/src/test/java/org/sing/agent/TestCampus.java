package org.sing.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.sing.platform.testing.SharedPlatform;
import org.sing.platform.testing.World;
import org.sing.schemas.Catalogue;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.Json;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Topics;

/** A real broker with a scheduler and a node-monitor that do as the test says. */
final class TestCampus implements AutoCloseable {
    private final World world = SharedPlatform.get().newWorld();
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Map<String, AtomicLong> sequences = new ConcurrentHashMap<>();
    private final List<Envelope> heard = new CopyOnWriteArrayList<>();
    private final Map<String, Long> incarnations = new ConcurrentHashMap<>();
    private final Map<String, String> sessions = new ConcurrentHashMap<>();
    private final Thread monitor = Thread.ofPlatform().daemon().unstarted(this::listen);
    private volatile boolean grants = true;
    private volatile long leaseSeconds = 60;
    private volatile long epoch = 1;

    TestCampus() {
        var servers = world.platform().bootstrapServers();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers, "acks", "all", "linger.ms", 0),
                new StringSerializer(),
                new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", servers, "auto.offset.reset", "earliest", "enable.auto.commit", false),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        var partitions = Stream.of(Topics.EXECUTION_EVENTS, Topics.EXECUTION_OUTPUT, Topics.NODE_TELEMETRY)
                .flatMap(topic -> consumer.partitionsFor(world.topicPrefix() + topic).stream())
                .map(info -> new org.apache.kafka.common.TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        monitor.start();
    }

    World world() {
        return world;
    }

    TestCampus lease(long seconds) {
        leaseSeconds = seconds;
        return this;
    }

    void grants(boolean whether) {
        grants = whether;
    }

    void epoch(long value) {
        epoch = value;
    }

    long incarnation(String node) {
        return incarnations.getOrDefault(node, 0L);
    }

    <T> List<T> heard(Class<T> type) {
        return heard.stream()
                .map(envelope -> Catalogue.open(envelope).orElseThrow())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    List<Envelope> envelopes() {
        return heard;
    }

    /** A start with all that does not matter filled in. */
    ExecutionCommand.Start start(String node, String job, int gpu, String... script) {
        return new ExecutionCommand.Start(
                node,
                epoch,
                incarnation(node),
                job,
                4711,
                1,
                job + "-1",
                0,
                List.of(node),
                List.of(node + "/gpu-" + gpu),
                1,
                1L << 30,
                "test",
                List.of(script),
                Map.of(),
                0,
                2,
                true,
                "user-1",
                "project-1",
                Instant.now().plusSeconds(60),
                Optional.empty());
    }

    void stop(String node, String job, EndCause cause, long graceSeconds) {
        command(new ExecutionCommand.Stop(node, epoch, job, 1, job + "-1", cause, graceSeconds));
    }

    void command(ExecutionCommand command) {
        command(
                command,
                sequences
                        .computeIfAbsent(command.node(), any -> new AtomicLong())
                        .incrementAndGet());
    }

    void command(ExecutionCommand command, long sequence) {
        send(Envelopes.of("/services/scheduling")
                .fact(
                        Topics.EXECUTION_COMMANDS,
                        command.node(),
                        "nodes/" + command.node() + "/commands",
                        sequence,
                        new Cause("correlation", "cause", "user-1", ""),
                        Instant.now(),
                        (Record) command));
    }

    private void send(Envelope envelope) {
        producer.send(
                new ProducerRecord<>(world.topicPrefix() + envelope.topic(), envelope.key(), Json.bytes(envelope)));
    }

    private void listen() {
        try {
            while (true)
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    var envelope = Json.read(record.value(), Envelope.class);
                    heard.add(envelope);
                    if (Catalogue.open(envelope).orElseThrow() instanceof NodeTelemetry.Hello hello) greet(hello);
                }
        } catch (WakeupException e) {
            consumer.close();
        }
    }

    private void greet(NodeTelemetry.Hello hello) {
        if (!grants || hello.session().equals(sessions.put(hello.node(), hello.session()))) return;
        var incarnation = incarnations.merge(hello.node(), 1L, Long::sum);
        send(Envelopes.of("/services/node-monitor")
                .message(
                        UUID.randomUUID().toString(),
                        Topics.NODE_EVENTS,
                        hello.node(),
                        "nodes/" + hello.node(),
                        Cause.by("test"),
                        Instant.now(),
                        new NodeEvent.Registered(
                                hello.node(),
                                incarnation,
                                hello.session(),
                                hello.bootId(),
                                false,
                                hello.gpus(),
                                hello.cpus(),
                                hello.memoryBytes(),
                                leaseSeconds,
                                hello.live(),
                                hello.resourceGroup())));
    }

    Map<String, String> agentProperties(String node, java.nio.file.Path state) {
        return new HashMap<>(Map.of(
                "sing.agent.gpus",
                "8",
                "kafka.bootstrap.servers",
                world.platform().bootstrapServers(),
                "sing.bus.topic-prefix",
                world.topicPrefix(),
                "sing.agent.node",
                node,
                "sing.agent.state",
                state.toString(),
                "sing.store.path",
                world.store().toString(),
                "sing.agent.lease-kill-grace-seconds",
                "1"));
    }

    @Override
    public void close() {
        consumer.wakeup();
        producer.close();
        world.close();
    }
}
