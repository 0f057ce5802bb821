package org.sing.platform.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BackOffTest {

    @Test
    void a_part_that_dies_young_again_and_again_waits_longer_each_time_up_to_a_bound() {
        var backOff = new BackOff();
        var waits = Stream.generate(backOff::next).limit(10).toList();
        assertEquals(Duration.ofMillis(200), waits.getFirst());
        assertEquals(Duration.ofMillis(400), waits.get(1));
        assertEquals(Duration.ofSeconds(15), waits.getLast());
        assertTrue(waits.stream().allMatch(wait -> wait.compareTo(Duration.ofSeconds(15)) <= 0));
    }

    @Test
    void after_a_good_run_a_part_is_started_again_at_once() {
        var backOff = new BackOff();
        backOff.next();
        backOff.next();
        backOff.ranFor(Duration.ofMinutes(1));
        assertEquals(Duration.ofMillis(200), backOff.next());
    }
}
