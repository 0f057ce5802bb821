package org.sing.submission;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.submission.Campus.ADA;
import static org.sing.submission.Campus.BOB;
import static org.sing.submission.Campus.PROFILE;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Replay;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSnapshot;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class JobOnTheBusTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    Pool pool;

    @Inject
    Replay replay;

    private final TestBus bus = TestBus.connect();
    private final Campus campus = new Campus(bus);

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void a_submission_is_answered_and_queued_in_this_order() {
        var submit = campus.submit(PROFILE);
        campus.say(submit);
        awaitEvents("submitted", "accepted", "queued");
        assertEquals(
                List.of(1L, 2L, 3L), events().stream().map(Envelope::sequence).toList());
        assertEquals(
                List.of(submit.id(), submit.id(), submit.id()),
                events().stream().map(Envelope::causationId).toList());
        assertEquals(
                submit.id(), events().get(1).as(CommandOutcome.Accepted.class).command());
        var submitted = events().getFirst().as(JobEvent.Submitted.class);
        assertEquals("vision", submitted.project());
        assertEquals("train", submitted.spec().name());
        assertTrue(submitted.number() > 0);
        assertEquals(JobPhase.QUEUED, snapshot(3).phase());
    }

    @Test
    void a_command_that_comes_twice_is_answered_once_and_a_repeated_submission_again() {
        var submit = campus.submit(PROFILE);
        campus.say(submit, submit, campus.submit(PROFILE), submit, campus.submit(PROFILE + "# other\n"));
        awaitEvents("submitted", "accepted", "queued", "accepted", "refused");
        assertEquals("idempotency-key-reused", refusal(4).code());
        assertEquals(1, count("select count(*) from job where id = '" + campus.job + "'"));
    }

    @Test
    void a_profile_with_errors_is_rejected_with_all_of_them_and_again_when_it_comes_again() {
        var bad = "entrypoint: [python main.py]\njob:\n  general: [node=2, gres=gpu:3]\n";
        campus.say(campus.submit(bad), campus.submit(bad));
        awaitEvents("rejected", "refused", "refused");
        assertEquals("invalid-profile", refusal(1).code());
        assertEquals(
                List.of("nodes", "4"),
                refusal(1).errors().stream()
                        .map(it -> it.suggestion().orElseThrow())
                        .toList());
        assertEquals(refusal(1).errors(), refusal(2).errors());
    }

    @Test
    void the_project_that_pays_must_be_one_s_own() {
        campus.say(campus.command(new JobCommand.Submit(campus.job, ADA, "speech", PROFILE, "yaml", "h")));
        awaitEvents("rejected", "refused");
        assertEquals("not-your-project", refusal(1).code());
    }

    @Test
    void a_queued_job_is_cancelled() {
        campus.say(campus.submit(PROFILE), cancel());
        awaitEvents("submitted", "accepted", "queued", "accepted", "stopping");
        campus.say(campus.withdrawn());
        awaitEvents("submitted", "accepted", "queued", "accepted", "stopping", "finished");
        assertEquals(JobPhase.CANCELLED, snapshot(6).phase());
    }

    @Test
    void a_colleague_may_not_cancel_and_nobody_can_cancel_what_does_not_exist() {
        campus.say(campus.submit(PROFILE), campus.command(new JobCommand.Cancel(campus.job, BOB, "mine!")));
        awaitEvents("submitted", "accepted", "queued", "refused");
        assertEquals("not-your-job", refusal(3).code());
        var nowhere = new Campus(bus);
        var cancel = nowhere.command(new JobCommand.Cancel(nowhere.job, ADA, ""));
        nowhere.say(cancel);
        var answer = bus.await(Topics.JOB_EVENTS, it -> it.key().equals(nowhere.job));
        assertEquals("no-such-job", answer.as(CommandOutcome.Refused.class).code());
        assertEquals(cancel.id(), answer.as(CommandOutcome.Refused.class).command());
        assertEquals(0, answer.sequence());
    }

    @Test
    void a_job_lives_through_the_loss_of_its_node_and_succeeds() {
        campus.say(campus.submit(PROFILE));
        awaitEvents("submitted", "accepted", "queued");
        campus.say(campus.placed(1, "n1"), campus.started(1, "n1"));
        awaitPhase(JobPhase.RUNNING);
        campus.say(campus.nodeLost(1, "n1"));
        awaitPhase(JobPhase.COMPLETING);
        campus.say(campus.classified(1, "n1"));
        awaitPhase(JobPhase.QUEUED);
        campus.say(
                campus.placed(2, "n2"),
                campus.started(2, "n2"),
                campus.finished(1, "n1", 1),
                campus.finished(2, "n2", 0));
        awaitPhase(JobPhase.SUCCEEDED);
        var types = types();
        assertEquals(1, types.stream().filter("finished"::equals).count());
        assertEquals(2, types.stream().filter("starting"::equals).count());
        var last = snapshot(types.size());
        assertEquals(List.of("n1"), last.excludedNodes());
        assertEquals(
                List.of(1, 2),
                last.attempts().stream().map(JobSnapshot.Attempt::number).toList());
        assertEquals(
                LongStream.rangeClosed(1, types.size()).boxed().toList(),
                events().stream().map(Envelope::sequence).toList());
    }

    @Test
    void a_failure_that_nobody_explains_ends_the_job_by_itself() {
        campus.say(campus.submit(PROFILE));
        awaitEvents("submitted", "accepted", "queued");
        campus.say(campus.placed(1, "n1"), campus.started(1, "n1"), campus.finished(1, "n1", 3));
        awaitPhase(JobPhase.FAILED);
        var finished = events().getLast();
        assertEquals("/services/submission", finished.actor());
        assertEquals(
                "The job ended with exit code 3.",
                finished.as(JobEvent.Finished.class).message());
    }

    @Test
    void hearing_the_whole_past_again_changes_nothing() {
        campus.say(campus.submit(PROFILE));
        awaitEvents("submitted", "accepted", "queued");
        campus.say(campus.placed(1, "n1"), campus.started(1, "n1"), campus.finished(1, "n1", 0));
        awaitPhase(JobPhase.SUCCEEDED);
        await().atMost(PATIENCE).until(() -> count("select count(*) from job where classify_by is not null") == 0);
        var before = everything();
        replay.fromZero().await().atMost(PATIENCE);
        var marker = new Campus(bus);
        marker.say(marker.submit(PROFILE));
        bus.await(Topics.JOB_EVENTS, it -> it.key().equals(marker.job));
        assertEquals(
                before,
                everything().stream().filter(it -> !it.contains(marker.job)).toList());
    }

    @Test
    void a_number_is_never_given_twice() {
        var many = LongStream.range(0, 50).mapToObj(i -> new Campus(bus)).toList();
        bus.publish(many.stream().map(it -> it.submit(PROFILE)).toList());
        await().atMost(PATIENCE)
                .until(() -> many.stream()
                        .allMatch(it -> count("select count(*) from job where id = '" + it.job + "'") == 1));
        assertEquals(count("select count(number) from job"), count("select count(distinct number) from job"));
    }

    private Envelope cancel() {
        return campus.command(new JobCommand.Cancel(campus.job, ADA, "enough"));
    }

    private List<Envelope> events() {
        return bus.on(Topics.JOB_EVENTS).stream()
                .filter(it -> it.key().equals(campus.job))
                .toList();
    }

    private List<String> types() {
        return events().stream()
                .map(it -> it.type().replaceAll("org\\.sing\\.[a-z]+\\.|\\.v1", ""))
                .toList();
    }

    private void awaitEvents(String... types) {
        await().atMost(PATIENCE).untilAsserted(() -> assertEquals(List.of(types), types()));
    }

    private void awaitPhase(JobPhase phase) {
        await().atMost(PATIENCE)
                .until(() ->
                        count("select count(*) from job where id = '" + campus.job + "' and phase = '" + phase + "'")
                                == 1);
        bus.await(
                Topics.JOB_STATE,
                it -> it.key().equals(campus.job) && it.as(JobSnapshot.class).phase() == phase);
    }

    private CommandOutcome.Refused refusal(int index) {
        return events().get(index).as(CommandOutcome.Refused.class);
    }

    private JobSnapshot snapshot(long sequence) {
        return bus.await(
                        Topics.JOB_STATE,
                        it -> it.key().equals(campus.job)
                                && it.as(JobSnapshot.class).sequence() == sequence)
                .as(JobSnapshot.class);
    }

    private List<String> everything() {
        return StreamSupport.stream(
                        pool.query("select cast(to_json(j) as text) from job j union all "
                                        + "select concat(id, ' ', subject, ' ', sequence) from bus_outbox order by 1")
                                .executeAndAwait()
                                .spliterator(),
                        false)
                .map(row -> row.getString(0))
                .toList();
    }

    private long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }
}
