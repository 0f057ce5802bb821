package org.sing.submission;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.sing.bus.testkit.TestBus;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobCommand;
import org.sing.schemas.Requester;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** Everybody else on the campus, as far as one job is concerned. */
final class Campus {
    static final Requester ADA = new Requester("ada", List.of("researcher"), List.of("vision"));
    static final Requester BOB = new Requester("bob", List.of("researcher"), List.of("vision"));
    static final String PROFILE = "entrypoint: [python main.py]\njob:\n  name: train\n  general: [gres=gpu:1]\n";
    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    final String job;
    private final TestBus bus;
    private final Map<String, Long> sequences = new HashMap<>();

    Campus(TestBus bus) {
        this(bus, "job_" + ulid());
    }

    Campus(TestBus bus, String job) {
        this.bus = bus;
        this.job = job;
    }

    static String ulid() {
        var random = new SecureRandom();
        var text = new StringBuilder();
        for (var i = 0; i < 26; i++) text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        return text.toString();
    }

    Envelope submit(String profile) {
        return submit(ADA, profile);
    }

    Envelope submit(Requester requester, String profile) {
        return command(new JobCommand.Submit(
                job, requester, "", profile, profile.startsWith("{") ? "json" : "yaml", "hash-" + profile.hashCode()));
    }

    Envelope command(JobCommand command) {
        return Envelopes.of("/services/gateway")
                .message(
                        UUID.randomUUID().toString(),
                        Topics.JOB_COMMANDS,
                        job,
                        "jobs/" + job,
                        new Cause("", "", command.requester().id(), ""),
                        Instant.now(),
                        (Record) command);
    }

    Envelope placed(int attempt, String node) {
        var share = new SchedulingEvent.Share(node, 1, 0, List.of("GPU-0"), 4, 0);
        return scheduling(new SchedulingEvent.Placed(
                job, attempt, job + "-" + attempt, 1, "fcfs", List.of(share), Optional.empty(), "fits", Instant.now()));
    }

    Envelope withdrawn() {
        return scheduling(new SchedulingEvent.Withdrawn(job));
    }

    Envelope nodeLost(int attempt, String node) {
        return scheduling(
                new SchedulingEvent.AttemptEnded(job, attempt, job + "-" + attempt, EndCause.NODE_LOST, node, ""));
    }

    Envelope started(int attempt, String node) {
        return agent(
                node,
                new ExecutionEvent.Started(
                        job, attempt, job + "-" + attempt, node, 1, 0, 1, List.of("GPU-0"), 99, Instant.now()));
    }

    Envelope finished(int attempt, String node, int exitCode) {
        return agent(
                node,
                new ExecutionEvent.Finished(
                        job,
                        attempt,
                        job + "-" + attempt,
                        node,
                        1,
                        0,
                        1,
                        List.of("GPU-0"),
                        true,
                        EndCause.EXITED,
                        Optional.of(exitCode),
                        Optional.empty(),
                        Optional.of(Instant.now()),
                        Instant.now(),
                        1000,
                        1,
                        0,
                        ""));
    }

    Envelope classified(int attempt, String node) {
        return fact(
                "/services/incident",
                Topics.INCIDENT_EVENTS,
                new IncidentEvent.AttemptClassified(
                        job, attempt, "platform", "node-lost", "The node was lost.", "", true, node));
    }

    void say(Envelope... messages) {
        bus.publish(messages);
    }

    private Envelope scheduling(Record data) {
        return fact("/services/scheduling", Topics.SCHEDULING_EVENTS, data);
    }

    private Envelope agent(String node, Record data) {
        return fact("/nodes/" + node, Topics.EXECUTION_EVENTS, data);
    }

    private Envelope fact(String source, String topic, Record data) {
        var sequence = sequences.merge(source, 1L, Long::sum);
        return Envelopes.of(source).fact(topic, job, "jobs/" + job, sequence, Cause.by(source), Instant.now(), data);
    }
}
