package org.sing.submission;

import static java.util.stream.Collectors.groupingBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.platform.testing.PartControl;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutageTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Inject
    Pool pool;

    private final PartControl database = CampusPlatform.shared().database();
    private final TestBus bus = TestBus.connect();

    @AfterEach
    void bringBack() {
        database.start();
        bus.close();
    }

    @Test
    void a_database_that_crashes_under_load_loses_no_job_and_answers_none_twice() {
        var jobs = IntStream.range(0, 60).mapToObj(i -> new Campus(bus)).toList();
        jobs.subList(0, 30).forEach(job -> job.say(job.submit(Campus.PROFILE)));
        database.stopImmediate();
        jobs.subList(30, 60).forEach(job -> job.say(job.submit(Campus.PROFILE)));
        database.start();
        await().atMost(PATIENCE).ignoreExceptions().until(() -> count("select count(*) from job") == 60);
        jobs.forEach(job -> job.say(job.placed(1, "n1"), job.started(1, "n1"), job.finished(1, "n1", 0)));
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> count("select count(*) from job where phase = 'SUCCEEDED'") == 60);
        await().atMost(PATIENCE).until(() -> count("select count(*) from bus_outbox where published_at is null") == 0);
        var events = bus.on(Topics.JOB_EVENTS).stream().distinct().collect(groupingBy(Envelope::key));
        assertEquals(60, events.size());
        events.forEach((job, said) -> assertEquals(
                List.of(1L, 2L, 3L, 4L, 5L, 6L),
                said.stream().map(Envelope::sequence).toList(),
                job));
        assertEquals(60, count("select count(distinct number) from job"));
    }

    private long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }
}
