package org.sing.submission;

import static org.awaitility.Awaitility.await;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;

/** Not a test of anything: how fast jobs pass through, from submission to their end, on this machine. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@EnabledIfSystemProperty(named = "sing.bench", matches = "\\d+")
@DisplayNameGeneration(ReplaceUnderscores.class)
class ThroughputBench {
    private static final Logger LOG = Logger.getLogger(ThroughputBench.class);

    @Inject
    Pool pool;

    @Test
    void jobs_per_second() {
        try (var bus = TestBus.connect()) {
            round(bus, 200);
            round(bus, Integer.getInteger("sing.bench"));
        }
    }

    private void round(TestBus bus, int count) {
        var before = succeeded();
        var jobs = IntStream.range(0, count).mapToObj(i -> new Campus(bus)).toList();
        var submits = jobs.stream().map(it -> it.submit(Campus.PROFILE)).toList();
        var lives = jobs.stream()
                .flatMap(it ->
                        java.util.stream.Stream.of(it.placed(1, "n1"), it.started(1, "n1"), it.finished(1, "n1", 0)))
                .toList();
        var start = System.nanoTime();
        var cpu = cpu();
        bus.publish(submits);
        await().atMost(Duration.ofMinutes(5)).until(() -> queued() == 0 && known() >= before + count);
        var queued = System.nanoTime();
        bus.publish(lives);
        await().atMost(Duration.ofMinutes(5)).until(() -> succeeded() == before + count);
        var end = System.nanoTime();
        LOG.infof(
                "jobs=%d submitted_per_second=%d lived_per_second=%d whole_per_second=%d cpu_ms_per_job=%.2f",
                count,
                perSecond(count, queued - start),
                perSecond(count, end - queued),
                perSecond(count, end - start),
                (cpu() - cpu) / 1e6 / count);
    }

    private static long perSecond(int count, long nanos) {
        return Math.round(count / (nanos / 1e9));
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private long queued() {
        return count("select count(*) from bus_outbox where published_at is null");
    }

    private long known() {
        return count("select count(*) from job");
    }

    private long succeeded() {
        return count("select count(*) from job where phase = 'SUCCEEDED'");
    }

    private long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }
}
