package org.sing.accounting.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.accounting.Campus.NOON;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.accounting.Campus;
import org.sing.accounting.domain.Fact;
import org.sing.accounting.domain.Payer;
import org.sing.schemas.EndCause;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FactsTest {
    private final Campus campus = new Campus();

    @Test
    void a_submission_says_who_pays() {
        assertEquals(
                List.of(new Fact.Submitted("j", new Payer("lin", "vision"))),
                Facts.of(campus.submitted("j", "lin", "vision")));
    }

    @Test
    void only_a_drain_is_marked_as_the_platforms_wish() {
        for (var cause : EndCause.values())
            assertEquals(
                    List.of(new Fact.Finished(
                            "j", 1, 0, "n", 4, true, cause == EndCause.DRAINED, 90, NOON.plusSeconds(90))),
                    Facts.of(campus.finished("j", 1, 0, "n", cause, 4, 90)));
    }

    @Test
    void every_rank_that_lived_on_a_lost_node_is_a_fact_of_its_own() {
        assertEquals(
                List.of(new Fact.Lost("j", 1, 0, "n", 4, 500, NOON), new Fact.Lost("k", 2, 3, "n", 1, 700, NOON)),
                Facts.of(campus.lost("n", 1, Campus.live("j", 1, 0, 4, 500), Campus.live("k", 2, 3, 1, 700))));
    }

    @Test
    void only_an_attempt_that_ended_with_a_lost_node_is_given_up() {
        for (var cause : EndCause.values())
            assertEquals(
                    cause == EndCause.NODE_LOST ? List.of(new Fact.GivenUp("j", 1)) : List.of(),
                    Facts.of(campus.attemptEnded("j", 1, cause, "n")));
    }

    @Test
    void only_the_platforms_causes_are_given_back() {
        for (var category : List.of("user", "platform", "resource", "something-new"))
            assertEquals(
                    List.of(new Fact.Classified("j", 1, category.equals("platform"), "node-lost")),
                    Facts.of(campus.classified("j", 1, category)));
    }
}
