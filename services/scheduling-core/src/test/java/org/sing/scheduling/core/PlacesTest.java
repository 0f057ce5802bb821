package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PlacesTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void a_place_is_counted_as_if_by_walking_through_the_queue(long seed) {
        var random = new Random(seed);
        var places = new Places(Comparator.comparingLong(Ticket::number));
        var queue = new ArrayList<Ticket>();
        for (var step = 0; step < 2_000; step++) {
            if (queue.isEmpty() || random.nextInt(5) < 3) {
                var ticket = ticket(random.nextLong(1_000_000) * 2_000 + step, random);
                queue.add(ticket);
                places.add(ticket);
            } else {
                places.remove(queue.remove(random.nextInt(queue.size())));
            }
            if (step % 50 == 0) same(queue, places);
        }
        while (!queue.isEmpty()) places.remove(queue.removeLast());
        same(queue, places);
    }

    private static void same(List<Ticket> queue, Places places) {
        queue.sort(Comparator.comparingLong(Ticket::number));
        assertEquals(queue.stream().findFirst(), places.first());
        var gpus = 0;
        for (var place = 0; place < queue.size(); place++) {
            assertEquals(new Queue.Ahead(place, gpus), places.ahead(queue.get(place)));
            gpus += queue.get(place).request().gpus();
        }
    }

    private static Ticket ticket(long number, Random random) {
        var request = new Request(1 + random.nextInt(4), random.nextInt(9), "", 0, 0, List.of());
        return new Ticket("job_" + number, number, new Account("ann", "vision"), request, Run.UNKNOWN);
    }
}
