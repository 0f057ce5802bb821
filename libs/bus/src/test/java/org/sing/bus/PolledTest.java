package org.sing.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.sing.bus.Heard.Place;
import org.sing.bus.Heard.Tombstone;

class PolledTest {
    private final Polled polled = new Polled(4);

    @Test
    void whatCameInSmallPiecesIsTakenTogetherAndInItsOrder() {
        assertTrue(polled.add(0, records(1)));
        assertFalse(polled.add(0, records(2, 3)));
        assertEquals(records(1, 2, 3), polled.take(0));
        assertTrue(polled.isEmpty());
        assertTrue(polled.add(0, records(4)));
    }

    @Test
    void aTransactionTakesNoMoreThanItsLimitUnlessOnePollAloneHasMore() {
        polled.add(0, records(1, 2, 3));
        assertFalse(polled.isFull());
        polled.add(0, records(4, 5, 6, 7, 8));
        assertTrue(polled.isFull());
        assertEquals(records(1, 2, 3), polled.take(0));
        assertEquals(records(4, 5, 6, 7, 8), polled.take(0));
        assertFalse(polled.isFull());
    }

    @Test
    void whatWasPolledBeforeAReplayIsDropped() {
        polled.add(0, records(7, 8));
        polled.add(1, records(1));
        assertEquals(records(1), polled.take(1));
    }

    private static List<Heard> records(long... offsets) {
        return LongStream.of(offsets)
                .<Heard>mapToObj(offset -> new Tombstone(new Place("sing.job.events", 0, offset, "job_1")))
                .toList();
    }
}
