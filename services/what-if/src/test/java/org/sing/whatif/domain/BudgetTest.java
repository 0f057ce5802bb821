package org.sing.whatif.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BudgetTest {

    @Test
    void how_far_it_is_is_said_once_and_never_less() {
        var said = new ArrayList<Integer>();
        var budget = new Budget(1, said::add);
        budget.parts(2);
        for (var part : List.of(0.1, 0.101, 0.5, 0.4)) budget.within(part);
        budget.partDone();
        budget.within(1);
        assertEquals(List.of(5, 25, 50, 100), said);
    }
}
