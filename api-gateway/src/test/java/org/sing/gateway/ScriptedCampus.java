package org.sing.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.microprofile.config.ConfigProvider;
import org.sing.bus.testkit.TestBus;
import org.sing.schemas.ArrayTask;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Problem;
import org.sing.schemas.Topics;

/** The other services, as far as the gateway's tests need them: answers commands, and says whatever a test wants. */
final class ScriptedCampus implements AutoCloseable {
    private final TestBus bus = TestBus.connect();
    private final KafkaConsumer<String, byte[]> commands;
    private static final Map<String, AtomicLong> SEQUENCES = new ConcurrentHashMap<>();
    private static final Map<String, String> PAYLOADS = new ConcurrentHashMap<>();
    private static final AtomicLong NUMBERS = new AtomicLong();
    private final AtomicReference<Function<Envelope, Answer>> script = new AtomicReference<>(ScriptedCampus::accept);
    private final Thread thread;
    private volatile boolean stopped;

    /** What a service says to a command. */
    sealed interface Answer {
        record Accept() implements Answer {}

        record Refuse(String code, List<Problem> errors) implements Answer {}

        record Silence() implements Answer {}
    }

    private ScriptedCampus() {
        var config = ConfigProvider.getConfig();
        var prefix =
                config.getOptionalValue("sing.bus.topic-prefix", String.class).orElse("");
        commands = new KafkaConsumer<>(
                Map.of("bootstrap.servers", config.getValue("kafka.bootstrap.servers", String.class)),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        var partitions = List.of(
                        Topics.JOB_COMMANDS,
                        Topics.NODE_COMMANDS,
                        Topics.ACCOUNTING_COMMANDS,
                        Topics.SCHEDULING_COMMANDS,
                        Topics.SIMULATION_COMMANDS)
                .stream()
                .flatMap(topic -> commands.partitionsFor(prefix + topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        commands.assign(partitions);
        commands.seekToEnd(partitions);
        partitions.forEach(commands::position);
        thread = Thread.ofPlatform().name("scripted-campus").start(this::listen);
    }

    static ScriptedCampus open() {
        return new ScriptedCampus();
    }

    /** From now on commands are answered so. */
    ScriptedCampus answering(Function<Envelope, Answer> answers) {
        script.set(answers);
        return this;
    }

    static Answer accept(Envelope command) {
        return new Answer.Accept();
    }

    void says(String source, String topic, String key, String subject, Record data) {
        bus.publish(fact(source, topic, key, subject, Envelopes.Cause.by("tests"), data));
    }

    void submission(String job, JobEvent event) {
        says("submission", Topics.JOB_EVENTS, job, "jobs/" + job, (Record) event);
    }

    void scheduling(String job, Record event) {
        says("scheduling", Topics.SCHEDULING_EVENTS, job, "jobs/" + job, event);
    }

    void snapshot(String topic, String key, String subject, long folded, Record data) {
        bus.publish(Envelopes.of("/services/tests")
                .snapshot(topic, key, subject, folded, Envelopes.Cause.by("tests"), Instant.now(), data));
    }

    TestBus bus() {
        return bus;
    }

    /** A job that is there, of this person and project. */
    String job(Person owner, String project) {
        return job(owner, project, "default");
    }

    String job(Person owner, String project, String group) {
        var job = "job_" + "%026d".formatted(System.nanoTime());
        submission(
                job,
                new JobEvent.Submitted(
                        job, NUMBERS.incrementAndGet(), owner.id(), project, spec(group), Instant.now()));
        submission(job, new JobEvent.Queued(job, 1));
        return job;
    }

    /** The tasks of an array with these indices. */
    List<String> array(Person owner, String project, int... indices) {
        var first = "%026d".formatted(System.nanoTime());
        var number = NUMBERS.addAndGet(indices.length) - indices.length + 1;
        var tasks = new ArrayList<String>();
        for (var index : indices) {
            var job = tasks.isEmpty() ? "job_" + first : "job_" + "%026d".formatted(System.nanoTime());
            var spec = spec().task(new ArrayTask("arr_" + first, number, index, indices.length), Map.of());
            submission(
                    job, new JobEvent.Submitted(job, number + tasks.size(), owner.id(), project, spec, Instant.now()));
            submission(job, new JobEvent.Queued(job, 1));
            tasks.add(job);
        }
        return tasks;
    }

    JobEvent.Submitted submitted(String job, String owner, String project) {
        return new JobEvent.Submitted(job, NUMBERS.incrementAndGet(), owner, project, spec(), Instant.now());
    }

    static JobSpec spec() {
        return spec("default");
    }

    private static JobSpec spec(String group) {
        return new JobSpec(
                "train",
                List.of("python train.py"),
                Map.of(),
                1,
                2,
                Optional.of("a100"),
                8,
                0,
                3600,
                group,
                true,
                false);
    }

    static NodeTelemetry.Gpu gpu(String node, int index) {
        return new NodeTelemetry.Gpu(node + "-gpu-" + index, index, "a100", 80L << 30, false);
    }

    private void listen() {
        try {
            while (!stopped)
                commands.poll(Duration.ofMillis(200))
                        .forEach(record -> answer(Json.read(record.value(), Envelope.class)));
        } catch (WakeupException e) {
            // the end
        }
    }

    private void answer(Envelope command) {
        var cause = Envelopes.Cause.of(command);
        var topic = command.topic().replace(".commands", ".events");
        var source = command.topic().equals(Topics.JOB_COMMANDS) ? "submission" : "other";
        switch (script.get().apply(command)) {
            case Answer.Silence it -> {}
            case Answer.Refuse it ->
                bus.publish(outcome(
                        source,
                        topic,
                        command,
                        cause,
                        new CommandOutcome.Refused(
                                command.id(),
                                command.type(),
                                command.subject(),
                                it.code(),
                                "The script refuses.",
                                it.errors())));
            case Answer.Accept it -> {
                var accepted = new CommandOutcome.Accepted(command.id(), command.type(), command.subject());
                if (command.type().equals("org.sing.job.submit.v1")) submit(command, cause, accepted);
                else bus.publish(outcome(source, topic, command, cause, accepted));
            }
        }
    }

    private void submit(Envelope command, Envelopes.Cause cause, CommandOutcome.Accepted accepted) {
        var submit = command.as(JobCommand.Submit.class);
        var before = PAYLOADS.putIfAbsent(submit.job(), submit.payloadHash());
        if (before != null && !before.equals(submit.payloadHash())) {
            bus.publish(outcome(
                    "submission",
                    Topics.JOB_EVENTS,
                    command,
                    cause,
                    new CommandOutcome.Refused(
                            command.id(),
                            command.type(),
                            command.subject(),
                            "idempotency-key-reused",
                            "Another payload.",
                            List.of())));
            return;
        }
        if (before != null) {
            bus.publish(outcome("submission", Topics.JOB_EVENTS, command, cause, accepted));
            return;
        }
        var job = submit.job();
        var project = submit.project().isEmpty()
                ? submit.requester().projects().stream().findFirst().orElse("none")
                : submit.project();
        var subject = "jobs/" + job;
        bus.publish(
                fact("submission", Topics.JOB_EVENTS, job, subject, cause, (Record)
                        submitted(job, submit.requester().id(), project)),
                outcome("submission", Topics.JOB_EVENTS, command, cause, accepted),
                fact("submission", Topics.JOB_EVENTS, job, subject, cause, new JobEvent.Queued(job, 1)));
    }

    private Envelope outcome(String source, String topic, Envelope command, Envelopes.Cause cause, Record outcome) {
        return fact(source, topic, command.key(), command.subject(), cause, outcome);
    }

    private Envelope fact(String source, String topic, String key, String subject, Envelopes.Cause cause, Record data) {
        var sequence = SEQUENCES
                .computeIfAbsent(source + topic + subject, id -> new AtomicLong())
                .incrementAndGet();
        return Envelopes.of("/services/" + source).fact(topic, key, subject, sequence, cause, Instant.now(), data);
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        commands.wakeup();
        thread.join();
        commands.close();
        bus.close();
    }
}
