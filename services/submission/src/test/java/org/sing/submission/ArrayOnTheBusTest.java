package org.sing.submission;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.Campus.ADA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Envelope;
import org.sing.schemas.JobEvent;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArrayOnTheBusTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<String> BLOCKED = List.of("submitted", "accepted", "blocked");
    private static final List<String> QUEUED = List.of("submitted", "accepted", "blocked", "queued");
    private static final List<String> CANCELLED = List.of("submitted", "accepted", "blocked", "finished");

    private final TestBus bus = TestBus.connect();
    private final Campus campus = new Campus(bus);

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void one_profile_becomes_a_job_for_each_index_and_one_answer() {
        campus.say(campus.submit(ADA, profile("2-8:3")));
        var tasks = tasks(3);
        var first = tasks.getFirst();
        assertEquals(campus.job, first.job());
        assertEquals(List.of(2, 5, 8), tasks.stream().map(it -> index(it)).toList());
        var array = first.spec().array().orElseThrow();
        assertEquals(campus.job.replace("job_", "arr_"), array.array());
        assertEquals(first.number(), array.number());
        var number = String.valueOf(first.number());
        assertEquals(
                Map.of(
                        "SLURM_ARRAY_JOB_ID", number,
                        "SLURM_ARRAY_TASK_ID", "5",
                        "SLURM_ARRAY_TASK_COUNT", "3",
                        "SLURM_ARRAY_TASK_MIN", "2",
                        "SLURM_ARRAY_TASK_MAX", "8",
                        "SLURM_ARRAY_TASK_STEP", "3"),
                tasks.get(1).spec().environment());
        for (var task : tasks)
            says(
                    task.job(),
                    task == first ? List.of("submitted", "accepted", "queued") : List.of("submitted", "queued"));
    }

    @Test
    void the_same_array_handed_in_again_is_the_same_array() {
        var submit = campus.submit(ADA, profile("0-1"));
        campus.say(submit);
        var tasks = tasks(2);
        campus.say(campus.submit(ADA, profile("0-1")));
        says(campus.job, List.of("submitted", "accepted", "queued", "accepted"));
        assertEquals(tasks, tasks(2));
    }

    @Test
    void a_few_at_a_time_are_at_work_and_the_next_one_comes_when_one_is_over() {
        campus.say(campus.submit(ADA, profile("0-4%2")));
        var tasks = tasks(5).stream().map(JobEvent.Submitted::job).toList();
        queued(tasks, 2);
        ends(tasks.getFirst());
        queued(tasks, 3);
        ends(tasks.get(1));
        ends(tasks.get(2));
        queued(tasks, 5);
    }

    @Test
    void who_waits_for_an_array_waits_for_all_of_its_tasks() {
        campus.say(campus.submit(ADA, profile("0-1")));
        var tasks = tasks(2);
        var after = new Campus(bus);
        after.say(after.submit(
                ADA,
                Campus.PROFILE.replace(
                        "[gres=gpu:1]",
                        "[gres=gpu:1, dependency=afterok:" + tasks.getFirst().number() + "]")));
        says(after.job, List.of("submitted", "accepted", "blocked"));
        ends(tasks.getFirst().job());
        var one = new Campus(bus);
        one.say(one.submit(
                ADA,
                Campus.PROFILE.replace(
                        "[gres=gpu:1]",
                        "[gres=gpu:1, dependency=afterok:" + tasks.getFirst().number() + "_0]")));
        says(one.job, List.of("submitted", "accepted", "blocked", "queued"));
        says(after.job, List.of("submitted", "accepted", "blocked"));
        ends(tasks.getLast().job());
        says(after.job, List.of("submitted", "accepted", "blocked", "queued"));
    }

    @Test
    void each_way_of_waiting_looks_at_every_task_of_an_array() {
        campus.say(campus.submit(ADA, profile("0-1")));
        var tasks = tasks(2);
        var number = tasks.getFirst().number();
        var runs = waits("after:" + number);
        var ended = waits("afterany:" + number);
        var well = waits("afterok:" + number);
        var badly = waits("afternotok:" + number);
        var second = waits("after:" + tasks.getLast().number());
        ends(tasks.getFirst().job(), 0);
        var both = waits("after:" + number + "_0,afterany:" + number + "_0");
        says(both, QUEUED);
        for (var waiting : List.of(runs, ended, well, badly, second)) says(waiting, BLOCKED);
        begins(tasks.getLast().job());
        says(runs, QUEUED);
        says(second, QUEUED);
        for (var waiting : List.of(ended, well, badly)) says(waiting, BLOCKED);
        ends(tasks.getLast().job(), 1);
        says(ended, QUEUED);
        says(badly, QUEUED);
        says(well, CANCELLED);
    }

    @Test
    void who_waits_for_a_failure_of_an_array_that_succeeded_is_cancelled() {
        campus.say(campus.submit(ADA, profile("0-1")));
        var tasks = tasks(2);
        var badly = waits("afternotok:" + tasks.getFirst().number());
        var well = waits("afterok:" + tasks.getFirst().number());
        ends(tasks.getFirst().job());
        ends(tasks.getLast().job());
        says(badly, CANCELLED);
        says(well, QUEUED);
    }

    @Test
    void an_array_that_is_too_much_for_one_transaction_is_refused() {
        campus.say(campus.submit(
                ADA, profile("0-999").replace("python main.py", "python main.py " + "x".repeat(10_000))));
        says(campus.job, List.of("rejected", "refused"));
    }

    /** A job of its own that waits; its id. */
    private String waits(String dependency) {
        var waiting = new Campus(bus);
        waiting.say(waiting.submit(
                ADA, Campus.PROFILE.replace("[gres=gpu:1]", "\n    - gres=gpu:1\n    - dependency=" + dependency)));
        await().atMost(PATIENCE).until(() -> says(waiting.job).contains("blocked"));
        return waiting.job;
    }

    private static String profile(String indices) {
        return Campus.PROFILE.replace("[gres=gpu:1]", "\n    - gres=gpu:1\n    - array=" + indices);
    }

    private static int index(JobEvent.Submitted task) {
        return task.spec().array().orElseThrow().index();
    }

    /** Those of this test's array, by their index. */
    private List<JobEvent.Submitted> tasks(int count) {
        var array = campus.job.replace("job_", "arr_");
        return await().atMost(PATIENCE)
                .until(
                        () -> bus.on(Topics.JOB_EVENTS).stream()
                                .filter(it -> name(it).equals("submitted"))
                                .map(it -> it.as(JobEvent.Submitted.class))
                                .filter(it -> it.spec()
                                        .array()
                                        .filter(task -> task.array().equals(array))
                                        .isPresent())
                                .sorted(java.util.Comparator.comparing(ArrayOnTheBusTest::index))
                                .toList(),
                        found -> found.size() == count);
    }

    /** Exactly so many of them have come into the queue by now, the first ones first. */
    private void queued(List<String> tasks, int count) {
        await().atMost(PATIENCE).until(() -> says(tasks.get(count - 1)).contains("queued"));
        assertEquals(
                tasks.subList(0, count),
                tasks.stream().filter(it -> says(it).contains("queued")).toList());
    }

    private void ends(String job) {
        ends(job, 0);
    }

    private void ends(String job, int exitCode) {
        var task = new Campus(bus, job);
        task.say(task.placed(1, "n1"), task.started(1, "n1"), task.finished(1, "n1", exitCode));
        await().atMost(PATIENCE).until(() -> says(job).contains("finished"));
    }

    private void begins(String job) {
        var task = new Campus(bus, job);
        task.say(task.placed(1, "n1"), task.started(1, "n1"));
        await().atMost(PATIENCE).until(() -> says(job).contains("running"));
    }

    private void says(String job, List<String> names) {
        await().atMost(PATIENCE).untilAsserted(() -> assertEquals(names, says(job)));
    }

    private List<String> says(String job) {
        return bus.on(Topics.JOB_EVENTS).stream()
                .filter(it -> it.key().equals(job))
                .map(ArrayOnTheBusTest::name)
                .toList();
    }

    private static String name(Envelope event) {
        return event.type().replaceAll("org\\.sing\\.[a-z]+\\.|\\.v1", "");
    }
}
