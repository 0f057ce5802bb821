package org.sing.accounting.domain.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.accounting.domain.limits.LimitBook.Published;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LimitBookTest {
    private static final Map<Scope, Values> CONFIGURED =
            Map.of(Scope.USER, new Values(2, 0, 2), Scope.PROJECT, new Values(0, 16, 0));
    private static final Holder EVERY_USER = Holder.everybody(Scope.USER);
    private static final Holder EVERY_PROJECT = Holder.everybody(Scope.PROJECT);
    private static final Holder LIN = new Holder(Scope.USER, "lin");

    @Test
    void the_defaults_of_the_configuration_are_published_at_the_first_start() {
        assertEquals(
                Map.of(
                        EVERY_USER, new Published(1, new Values(2, 0, 2)),
                        EVERY_PROJECT, new Published(1, new Values(0, 16, 0))),
                LimitBook.empty().settle(CONFIGURED).changed());
    }

    @Test
    void a_start_with_the_same_configuration_publishes_nothing() {
        var book = LimitBook.empty().settle(CONFIGURED).book();
        assertEquals(Map.of(), book.settle(CONFIGURED).changed());
    }

    @Test
    void a_limit_of_one_user_keeps_the_others_at_the_default() {
        var book = LimitBook.empty().settle(CONFIGURED).book();
        assertEquals(
                Map.of(LIN, new Published(1, new Values(8, 0, 2))),
                book.set(LIN, Limit.RUNNING_JOBS, 8).settle(CONFIGURED).changed());
    }

    @Test
    void a_new_default_reaches_a_user_for_what_was_never_set_for_them() {
        var book = LimitBook.empty()
                .set(LIN, Limit.RUNNING_JOBS, 8)
                .settle(CONFIGURED)
                .book();
        assertEquals(
                Map.of(
                        EVERY_USER, new Published(2, new Values(2, 0, 4)),
                        LIN, new Published(2, new Values(8, 0, 4))),
                book.set(EVERY_USER, Limit.NODES_PER_JOB, 4).settle(CONFIGURED).changed());
    }

    @Test
    void what_an_operator_set_survives_a_change_of_the_configuration() {
        var book = LimitBook.empty()
                .set(EVERY_USER, Limit.RUNNING_JOBS, 5)
                .settle(CONFIGURED)
                .book();
        var reconfigured = Map.of(Scope.USER, new Values(3, 0, 3), Scope.PROJECT, new Values(0, 16, 0));
        assertEquals(
                Map.of(EVERY_USER, new Published(2, new Values(5, 0, 3))),
                book.settle(reconfigured).changed());
    }

    @Test
    void setting_the_value_that_it_already_has_makes_no_new_version() {
        var book = LimitBook.empty()
                .set(LIN, Limit.RUNNING_JOBS, 8)
                .settle(CONFIGURED)
                .book();
        assertEquals(
                Map.of(),
                book.set(LIN, Limit.RUNNING_JOBS, 8).settle(CONFIGURED).changed());
    }

    @Test
    void only_staff_sets_limits_and_only_those_that_exist() {
        assertEquals("forbidden", refusal(new SetLimit(false, "user", "lin", "running_jobs", 8)));
        assertEquals("invalid-request", refusal(new SetLimit(true, "team", "lin", "running_jobs", 8)));
        assertEquals("invalid-request", refusal(new SetLimit(true, "user", "lin", "coffee", 8)));
        assertEquals("invalid-request", refusal(new SetLimit(true, "user", " ", "running_jobs", 8)));
        assertEquals("invalid-request", refusal(new SetLimit(true, "user", "lin", "running_jobs", -1)));
        for (var spelling : List.of("running_jobs", "running-jobs"))
            assertInstanceOf(
                    SetLimit.Accepted.class, new SetLimit(true, "user", "lin", spelling, 8).decide(LimitBook.empty()));
    }

    private static String refusal(SetLimit command) {
        return assertInstanceOf(SetLimit.Refused.class, command.decide(LimitBook.empty()))
                .code();
    }
}
