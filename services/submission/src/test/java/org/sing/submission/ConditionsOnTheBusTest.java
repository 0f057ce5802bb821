package org.sing.submission;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.Campus.ADA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Conditions.Kind;
import org.sing.schemas.Envelope;
import org.sing.schemas.JobEvent;
import org.sing.schemas.Requester;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConditionsOnTheBusTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Requester STRANGER = new Requester("zoe", List.of("researcher"), List.of("speech"));

    @Inject
    Pool pool;

    private final TestBus bus = TestBus.connect();
    private final Campus training = new Campus(bus);
    private final Campus evaluation = new Campus(bus);

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void an_evaluation_is_queued_once_the_training_has_succeeded() {
        handedIn(training, Campus.PROFILE);
        var number = first(training, JobEvent.Submitted.class).number();
        handedIn(evaluation, profile("dependency=afterok:" + number));
        types(evaluation, "submitted", "accepted", "blocked");
        var waits =
                first(evaluation, JobEvent.Submitted.class).spec().conditions().orElseThrow();
        assertEquals(training.job, waits.dependencies().getFirst().job());
        assertEquals(Kind.AFTER_OK, waits.dependencies().getFirst().kind());
        assertEquals(
                "It waits until job " + number + " has succeeded.",
                first(evaluation, JobEvent.Blocked.class).reason());
        ends(training, 0);
        types(evaluation, "submitted", "accepted", "blocked", "queued");
    }

    @Test
    void an_evaluation_of_a_training_that_failed_is_cancelled_and_says_why() {
        handedIn(training, Campus.PROFILE);
        handedIn(evaluation, profile("dependency=afterok:" + training.job));
        ends(training, 1);
        types(evaluation, "submitted", "accepted", "blocked", "finished");
        assertEquals(
                "It was to run after job %d has succeeded, and that ended as FAILED."
                        .formatted(first(training, JobEvent.Submitted.class).number()),
                first(evaluation, JobEvent.Finished.class).message());
    }

    @Test
    void a_job_begins_when_its_time_has_come() {
        handedIn(evaluation, profile("begin=now+1second"));
        types(evaluation, "submitted", "accepted", "blocked", "queued");
        var events = events(evaluation);
        var begin = first(evaluation, JobEvent.Submitted.class)
                .spec()
                .conditions()
                .flatMap(it -> it.begin())
                .orElseThrow();
        assertEquals(false, events.getLast().time().isBefore(begin));
    }

    @Test
    void a_job_is_ended_at_its_deadline_and_one_that_could_not_end_in_time_does_not_begin() {
        handedIn(training, profile("deadline=now+3seconds"));
        training.say(training.placed(1, "n1"), training.started(1, "n1"));
        handedIn(evaluation, profile("deadline=now+3605seconds\n    - time=1:00:00"));
        types(evaluation, "submitted", "accepted", "queued", "stopping");
        types(training, "submitted", "accepted", "queued", "starting", "running", "stopping");
        assertEquals(true, first(evaluation, JobEvent.Stopping.class).reason().startsWith("It may run 3600 seconds"));
        assertEquals(true, first(training, JobEvent.Stopping.class).reason().startsWith("Its deadline, 2"));
        ends(training, 1);
        await().atMost(PATIENCE).until(() -> watched() == 0);
    }

    /** Jobs that are looked at again when their time has come. */
    private long watched() {
        return pool.query("select count(*) from job where ends_at is not null and id = '%s'".formatted(training.job))
                .executeAndAwait()
                .iterator()
                .next()
                .getLong(0);
    }

    @Test
    void a_time_that_has_come_already_blocks_nothing() {
        handedIn(evaluation, profile("begin=2020-01-01T00:00:00Z"));
        types(evaluation, "submitted", "accepted", "queued");
    }

    @Test
    void nobody_waits_for_a_job_that_is_not_there_or_not_theirs_to_see() {
        handedIn(training, Campus.PROFILE);
        var number = first(training, JobEvent.Submitted.class).number();
        evaluation.say(evaluation.submit(STRANGER, profile("dependency=afterok:" + number)));
        types(evaluation, "rejected", "refused");
        var refused = first(evaluation, CommandOutcome.Refused.class);
        assertEquals("unknown-dependency", refused.code());
        assertEquals(
                "there is no job " + number + " that you may see",
                refused.errors().getFirst().detail());
        assertEquals(6, refused.errors().getFirst().line());
        var colleague = new Campus(bus);
        colleague.say(colleague.submit(Campus.BOB, profile("dependency=afterok:" + number)));
        types(colleague, "submitted", "accepted", "blocked");
    }

    @Test
    void a_singleton_waits_for_those_of_its_name_that_came_before_and_for_no_others() {
        var name = "alone-" + training.job.substring(4, 20).toLowerCase(Locale.ROOT);
        var profile = profile("dependency=singleton").replace("train\n", name + "\n");
        handedIn(training, profile);
        types(training, "submitted", "accepted", "queued");
        handedIn(evaluation, profile);
        types(evaluation, "submitted", "accepted", "blocked");
        var other = new Campus(bus);
        handedIn(other, profile.replace(name, name + "-other"));
        types(other, "submitted", "accepted", "queued");
        ends(training, 1);
        types(evaluation, "submitted", "accepted", "blocked", "queued");
    }

    @Test
    void of_singletons_that_come_at_once_each_waits_for_all_before_it() {
        var name = "alone-" + training.job.substring(4, 20).toLowerCase(Locale.ROOT);
        var profile = profile("dependency=singleton").replace("train\n", name + "\n");
        var crowd = Stream.generate(() -> new Campus(bus)).limit(12).toList();
        crowd.forEach(it -> it.say(it.submit(ADA, profile)));
        await().atMost(PATIENCE)
                .until(() -> crowd.stream().allMatch(it -> events(it).size() >= 3));
        var waiting = crowd.stream()
                .map(it -> first(it, JobEvent.Submitted.class).spec().conditions())
                .map(it -> it.map(waits -> waits.dependencies().size()).orElse(0))
                .sorted()
                .toList();
        assertEquals(IntStream.range(0, 12).boxed().toList(), waiting);
    }

    private static String profile(String option) {
        return Campus.PROFILE.replace("[gres=gpu:1]", "\n    - gres=gpu:1\n    - " + option);
    }

    private void handedIn(Campus campus, String profile) {
        campus.say(campus.submit(ADA, profile));
        await().atMost(PATIENCE).until(() -> events(campus).size() >= 3);
    }

    private static void ends(Campus campus, int exitCode) {
        campus.say(campus.placed(1, "n1"), campus.started(1, "n1"), campus.finished(1, "n1", exitCode));
    }

    private <T> T first(Campus campus, Class<T> type) {
        return events(campus).stream()
                .filter(it -> name(it).equals(type.getSimpleName().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow()
                .as(type);
    }

    private void types(Campus campus, String... types) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertEquals(
                        List.of(types),
                        events(campus).stream()
                                .map(ConditionsOnTheBusTest::name)
                                .toList()));
    }

    private static String name(Envelope event) {
        return event.type().replaceAll("org\\.sing\\.[a-z]+\\.|\\.v1", "");
    }

    private List<Envelope> events(Campus campus) {
        return bus.on(Topics.JOB_EVENTS).stream()
                .filter(it -> it.key().equals(campus.job))
                .toList();
    }
}
