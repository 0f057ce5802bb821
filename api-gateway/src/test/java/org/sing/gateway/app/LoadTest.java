package org.sing.gateway.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LoadTest {
    @Test
    void a_cancel_is_served_when_there_is_no_room_for_anything_else() {
        var load = new Load(4);
        for (var i = 0; i < 4; i++) assertTrue(load.enter(false));
        assertFalse(load.enter(false));
        assertTrue(load.enter(true));
        assertFalse(load.enter(true), "its room is bounded, too");
        load.leave();
        load.leave();
        assertTrue(load.enter(false));
    }

    @Test
    void whoever_submitted_too_much_can_still_take_it_back() {
        var rates = new RateLimits(1, 1);
        for (var i = 0; i < 10; i++)
            assertTrue(rates.take("alice", RateLimits.Kind.WRITE).admitted());
        var refused = rates.take("alice", RateLimits.Kind.WRITE);
        assertFalse(refused.admitted());
        assertTrue(refused.retryAfterSeconds() >= 1);
        assertTrue(rates.take("alice", RateLimits.Kind.CANCEL).admitted());
        assertTrue(rates.take("bob", RateLimits.Kind.WRITE).admitted(), "one person's share is not another's");
    }

    @Test
    void one_person_cannot_take_all_streams() {
        var streams = new Streams(2, 3);
        var first = streams.open("alice").orElseThrow();
        assertTrue(streams.open("alice").isPresent());
        assertTrue(streams.open("alice").isEmpty());
        assertTrue(streams.open("bob").isPresent());
        assertTrue(streams.open("carol").isEmpty(), "all places are taken");
        first.close();
        first.close();
        assertTrue(streams.open("carol").isPresent());
        assertTrue(streams.open("carol").isEmpty(), "a place is given back once");
    }
}
