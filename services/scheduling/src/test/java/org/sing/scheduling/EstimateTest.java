package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Leadership;
import org.sing.platform.testing.CampusPlatform;
import org.sing.scheduling.app.Estimator;
import org.sing.schemas.SchedulingEvent.Placed;
import org.sing.schemas.SchedulingEvent.Waiting;
import org.sing.schemas.Topics;

/** When waiting jobs should start. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EstimateTest extends OnTheBus {
    @Inject
    Estimator estimator;

    @Inject
    Leadership leadership;

    @Inject
    MeterRegistry meters;

    @Test
    void who_waits_is_told_when_it_should_start_and_the_truth_is_compared_with_that() {
        others.node(node, 1, model, 1);
        var first = submit(1);
        others.awaitStart(first);
        var second = submit(1);
        assertEquals(Optional.empty(), last(second).estimate());
        estimate();
        await().until(() -> last(second).estimate().isPresent());
        var estimate = last(second).estimate().orElseThrow();
        assertTrue(estimate.earliest().isAfter(Instant.now().minusSeconds(60)));
        assertFalse(estimate.likely().isBefore(estimate.earliest())
                || estimate.latest().isBefore(estimate.likely()));
        estimate();
        aNewLeader();
        var before = judged();
        others.finished(others.awaitStart(first), 0);
        var placed = others.await(Topics.SCHEDULING_EVENTS, second, Placed.class);
        assertEquals(Optional.of(estimate), placed.estimate());
        await().until(() -> judged() == before + 1);
    }

    /** The books keep what was said. */
    private void aNewLeader() {
        rows(TAKE_OVER);
        await().until(() -> leadership.epoch().isEmpty());
        rows(GIVE_BACK);
        await().until(() -> leadership.epoch().isPresent());
    }

    private void estimate() {
        estimator.estimate().await().atMost(Duration.ofSeconds(60));
    }

    private Waiting last(String job) {
        await().until(() -> !answers(job).isEmpty());
        return answers(job).getLast();
    }

    private List<Waiting> answers(String job) {
        return others.said(job).stream()
                .filter(Waiting.class::isInstance)
                .map(Waiting.class::cast)
                .toList();
    }

    private double judged() {
        return meters.find("sing.scheduling.estimates").tag("rule", "sing").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
