package org.sing.platform.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LagTest {

    @Test
    void lag_is_summed_over_consumers_and_seconds_are_the_worst() {
        var lag = Lag.parse("""
                # HELP sing_consumer_lag_records Records behind
                sing_consumer_lag_records{consumer="a"} 3.0
                sing_consumer_lag_records{consumer="b"} 4.0
                sing_event_lag_seconds{consumer="a"} 0.5
                sing_event_lag_seconds{consumer="b"} 1.25
                sing_outbox_pending 2.0
                """);
        assertEquals("7", lag.lagText());
        assertEquals(1.25, lag.seconds().orElseThrow());
        assertEquals("2", lag.outboxText());
        assertEquals("-", lag.deadText());
    }
}
