package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FrontsTest {
    private static final Request REQUEST = Scenario.request(2, 4);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void the_smallest_is_remembered_only_as_long_as_it_is(long seed) {
        var random = new Random(seed);
        var memory = new Memory(new Table<>(History::kind));
        var outlook = new Outlook(Estimates.LEARNED, memory);
        var fronts = new Fronts(REQUEST, Comparator.comparingLong(Ticket::number));
        var all = new TreeMap<Long, Ticket>();
        for (long step = 1; step <= 3_000; step++) {
            var ticket = ticket(step, random);
            switch (random.nextInt(4)) {
                case 0 -> memory.learn(ticket, Math.exp(random.nextDouble() * 10));
                case 1 -> {
                    if (!all.isEmpty()) fronts.remove(all.pollFirstEntry().getValue());
                }
                default -> {
                    all.put(step, ticket);
                    fronts.add(ticket, outlook.of(ticket));
                }
            }
            var expected = all.values().stream()
                    .min(Comparator.comparingDouble(
                                    (Ticket each) -> outlook.of(each).seconds() * REQUEST.weight())
                            .thenComparingLong(Ticket::number));
            assertEquals(expected, fronts.smallest(outlook.runs()).map(Fronts.Sized::ticket));
            if (all.size() > 40) all.keySet().stream().toList().forEach(number -> fronts.remove(all.remove(number)));
        }
        assertEquals(Optional.empty(), new Fronts(REQUEST, Comparator.comparingLong(Ticket::number)).smallest(0));
    }

    private static Ticket ticket(long number, Random random) {
        var account = new Account("user-" + random.nextInt(5), "vision");
        return new Ticket("job_" + number, number, account, REQUEST, new Run("train-" + random.nextInt(4), 0));
    }
}
