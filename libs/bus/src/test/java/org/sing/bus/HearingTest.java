package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.campus.Messages;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HearingTest {
    @Inject
    Pool pool;

    final TestBus bus = TestBus.connect();
    final String key = UUID.randomUUID().toString();

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void what_a_service_hears_it_applies_once_in_order_and_answers() {
        for (int sequence = 1; sequence <= 3; sequence++)
            bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, sequence, Map.of("answer", true)));
        await().untilAsserted(() -> assertEquals(List.of(1L, 2L, 3L), applied(key)));
        bus.await(Topics.JOB_EVENTS, answer -> answer.key().equals(key) && answer.sequence() == 3);
        bus.await(
                Topics.JOB_STATE,
                state -> state.key().equals(key) && state.data().get("folded").asLong() == 3);
    }

    List<Long> applied(String key) {
        var sequences = new ArrayList<Long>();
        pool.query("select sequence from journal where subject = 'jobs/" + key + "' order by position")
                .executeAndAwait()
                .forEach(row -> sequences.add(row.getLong(0)));
        return sequences;
    }
}
