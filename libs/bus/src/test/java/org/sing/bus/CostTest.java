package org.sing.bus;

import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.campus.Messages;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;

/** Not a test: what the bus costs on this machine, for the README. Runs with {@code -Dbus.measure}. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@EnabledIfSystemProperty(named = "bus.measure", matches = ".*")
@DisplayNameGeneration(ReplaceUnderscores.class)
class CostTest extends BusTest {
    private static final int ROUNDS = 300;
    private static final int EVENTS = 20_000;

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    Broker broker;

    @Inject
    Names names;

    @Test
    void the_fence_costs_per_publication() {
        var record = Codec.encode(fact(Topics.JOB_EVENTS, 1), names.atBroker(Topics.JOB_EVENTS));
        try (var fenced = new FencedProducer(broker.configuration(), names.prefixed("measure"))) {
            report("publish one record, fenced", ROUNDS, () -> fenced.publish(List.of(record), () -> {}));
            var many = java.util.Collections.nCopies(100, record);
            report("publish 100 records, fenced", ROUNDS / 3, () -> fenced.publish(many, () -> {}));
        }
        var plain = new HashMap<>(broker.configuration());
        plain.put(ProducerConfig.ACKS_CONFIG, "all");
        plain.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName());
        plain.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        try (var producer = new KafkaProducer<String, byte[]>(plain)) {
            report("publish one record, no fence", ROUNDS, () -> {
                producer.send(record);
                producer.flush();
            });
            report("publish 100 records, no fence", ROUNDS / 3, () -> {
                for (int i = 0; i < 100; i++) producer.send(record);
                producer.flush();
            });
        }
    }

    @Test
    void from_commit_to_the_commit_of_the_hearer() {
        var sequence = new long[1];
        var passed = new ConcurrentHashMap<Point, Long>();
        var stages = new TreeMap<Point, List<Long>>();
        var reader = new KafkaConsumer<byte[], byte[]>(
                Map.of(
                        "bootstrap.servers",
                        broker.configuration().get("bootstrap.servers"),
                        "isolation.level",
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        var topic = names.atBroker(Topics.NODE_COMMANDS);
        reader.assign(reader.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList());
        for (var point : Point.values())
            faults.arm(point, () -> {
                passed.put(point, System.nanoTime());
                return Uni.createFrom().voidItem();
            });
        report("commit to hearer's commit", ROUNDS, () -> {
            var committed = service.committed.get();
            now(transactions.run(
                    session -> outbox.append(session, List.of(fact(Topics.SCHEDULING_EVENTS, ++sequence[0])))));
            var start = System.nanoTime();
            while (service.committed.get() == committed) LockSupport.parkNanos(100_000);
            passed.forEach((point, at) ->
                    stages.computeIfAbsent(point, p -> new ArrayList<>()).add(at - start));
        });
        faults.disarm();
        stages.forEach((point, nanos) -> System.out.printf(
                "MEASURED   since the commit, at %s: median %.2f ms%n",
                point, nanos.stream().sorted().toList().get(nanos.size() / 2) / 1e6));
        report("commit to reader", ROUNDS, () -> {
            now(transactions.run(
                    session -> outbox.append(session, List.of(fact(Topics.NODE_COMMANDS, ++sequence[0])))));
            while (reader.poll(Duration.ofSeconds(5)).isEmpty()) LockSupport.parkNanos(100_000);
        });
        report(
                "commit with one message",
                ROUNDS,
                () -> now(transactions.run(session -> outbox.append(session, List.of(fact(Topics.JOB_EVENTS, 1))))));
    }

    @Test
    void hearing_and_answering_costs_per_event() {
        var events = IntStream.range(0, EVENTS)
                .mapToObj(i -> Messages.fact(
                        Topics.SCHEDULING_EVENTS,
                        key + i % 500,
                        1 + i / 500,
                        Map.of("quick", true, "answer", i % 5 == 0)))
                .toList();
        for (int round = 0; round < 3; round++) hearAndAnswer(round, events);
    }

    private void hearAndAnswer(int round, List<Envelope> events) {
        var mine = events.stream()
                .map(event -> Messages.fact(
                        event.topic(),
                        event.key() + "-" + round,
                        event.sequence(),
                        Map.of(
                                "quick",
                                true,
                                "answer",
                                event.data().get("answer").asBoolean())))
                .toList();
        var hold = new CompletableFuture<Void>();
        faults.arm(Point.APPLYING, () -> Uni.createFrom().completionStage(hold.copy()));
        bus.publish(mine);
        var published = counted("sing.bus.published");
        var database = databaseBytes();
        var cpu = cpu();
        var start = System.nanoTime();
        hold.complete(null);
        var last = mine.getLast();
        await().pollInterval(Duration.ofMillis(20))
                .until(() -> applied(last.key()).contains(last.sequence())
                        && count("select count(*) from bus_outbox where published_at is null") == 0);
        var millis = (System.nanoTime() - start) / 1e6;
        System.out.printf(
                "MEASURED round %d: %d events, every 5th answered, %.0f ms, %.0f events/s, %.3f CPU ms each (this process),"
                        + " %.0f records published, %d bytes on the topic and %.0f in the database each%n",
                round,
                EVENTS,
                millis,
                EVENTS * 1000 / millis,
                (cpu() - cpu) / 1e6 / EVENTS,
                counted("sing.bus.published") - published,
                Json.bytes(last).length,
                (databaseBytes() - database) / (double) EVENTS);
    }

    private long databaseBytes() {
        return count("""
                select sum(pg_total_relation_size(c)) from unnest(
                    array['consumer_position', 'bus_mark', 'bus_inbox', 'bus_outbox']::regclass[]) as c
                """);
    }

    private static long cpu() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static void report(String what, int rounds, Runnable work) {
        for (int i = 0; i < rounds / 3; i++) work.run();
        var nanos = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            var start = System.nanoTime();
            work.run();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        System.out.printf(
                "MEASURED %s: median %.2f ms, 95%% %.2f ms, 99%% %.2f ms%n",
                what, nanos[rounds / 2] / 1e6, nanos[rounds * 95 / 100] / 1e6, nanos[rounds * 99 / 100] / 1e6);
    }

    private Envelope fact(String topic, long sequence) {
        return Messages.fact("/services/submission", topic, key, "jobs/" + key, sequence, Cause.by("campus"));
    }
}
