package org.sing.scheduling;

import static org.awaitility.Awaitility.await;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.Topics;

/** Figures for the README, on a real broker and database: {@code -Dscheduling.measure=2000}. Asserts no time. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
@EnabledIfSystemProperty(named = "scheduling.measure", matches = "\\d+")
class MeasureTest extends OnTheBus {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    @Inject
    MeterRegistry metrics;

    @Test
    void a_burst_of_jobs_from_submission_to_the_end() {
        var count = Integer.getInteger("scheduling.measure");
        for (var i = 0; i * 8 < count; i++) others.node(Others.fresh("n%03d".formatted(i)), 8, model, 1);
        for (var round = 1; round <= 3; round++) round(round, count);
    }

    private void round(int round, int count) {
        var messages = new ArrayList<Envelope>();
        for (var i = 0; i < count; i++) {
            jobs.add(Others.fresh("job"));
            messages.addAll(others.submission(jobs.getLast(), user, Others.spec(1, 1, model)));
        }
        var held = "select count(*) from allocation_gpu where released_at is null";
        measured(round, "placed", count, () -> {
            bus.publish(messages);
            await().pollInterval(Duration.ofMillis(50)).until(() -> count(held) == count);
        });
        var ends = bus.on(Topics.EXECUTION_COMMANDS).stream()
                .map(command -> command.as(ExecutionCommand.Start.class))
                .filter(start -> jobs.subList(jobs.size() - count, jobs.size()).contains(start.job()))
                .map(start -> others.ended(start))
                .toList();
        measured(round, "ended", count, () -> {
            bus.publish(ends);
            await().pollInterval(Duration.ofMillis(50)).until(() -> count(held) == 0);
        });
    }

    private void measured(int round, String what, int count, Runnable work) {
        var timer = metrics.get("sing.scheduling.decide").timer();
        var decisions = timer.count();
        var deciding = timer.totalTime(TimeUnit.MICROSECONDS);
        var cpu = SYSTEM.getProcessCpuTime();
        var start = System.nanoTime();
        work.run();
        System.out.printf(
                "MEASURED round %d: %d jobs %s in %d ms, %.2f CPU ms each (with the test), %.0f us per event decided%n",
                round,
                count,
                what,
                (System.nanoTime() - start) / 1_000_000,
                (SYSTEM.getProcessCpuTime() - cpu) / 1e6 / count,
                (timer.totalTime(TimeUnit.MICROSECONDS) - deciding) / (timer.count() - decisions));
    }
}
