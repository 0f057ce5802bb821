package org.sing.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.traces.Traced;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FiguresTest {

    @Test
    void who_starts_in_the_same_moment_overtakes_nobody() {
        assertEquals(new Overtaken(0, 0, 0), Overtaken.of(List.of(lived(0, 5, 9), lived(1, 5, 9))));
    }

    @Test
    void one_who_passes_two_is_one_overtaker_and_each_was_passed_once() {
        assertEquals(new Overtaken(1, 1, 8), Overtaken.of(List.of(lived(0, 7, 9), lived(1, 8, 9), lived(2, 2, 9))));
    }

    @Test
    void no_more_can_be_assigned_than_there_is() {
        var machines = new Machines(1, 4);
        var lived = List.of(lived(0, 0, 3600), lived(1, 3600, 7200));
        assertEquals(1, Timeline.of(lived, machines, Span.of(lived), 3600).assignment());
    }

    /** Four GPUs, asked for at 0. */
    private static Lived lived(int number, double start, double end) {
        var job = new Traced("" + number, 0, end - start, 4, 0, "", "", "", 0);
        return new Lived(job, number, List.of(new Attempt(start, end, List.of(0), 4)));
    }
}
