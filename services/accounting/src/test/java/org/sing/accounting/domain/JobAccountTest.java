package org.sing.accounting.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobAccountTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final Payer LIN = new Payer("lin", "vision");
    private static final Fact SUBMITTED = new Fact.Submitted("j", LIN);

    @Test
    void a_finished_rank_costs_its_seconds_times_its_gpus() {
        assertEquals(List.of("j/1/0 usage 4 x 90 = 360"), ledger(SUBMITTED, finished(1, 0, 90)));
    }

    @Test
    void every_rank_of_a_gang_has_its_own_line() {
        assertEquals(
                List.of("j/1/1 usage 4 x 91 = 364", "j/1/0 usage 4 x 90 = 360"),
                ledger(SUBMITTED, finished(1, 1, 91), finished(1, 0, 90)));
    }

    @Test
    void a_finish_that_is_told_twice_is_billed_once() {
        assertEquals(List.of("j/1/0 usage 4 x 90 = 360"), ledger(SUBMITTED, finished(1, 0, 90), finished(1, 0, 90)));
    }

    @Test
    void a_finish_waits_for_the_submission_that_says_who_pays() {
        assertEquals(List.of(), ledger(finished(1, 0, 90)));
        assertEquals(List.of("j/1/0 usage 4 x 90 = 360"), ledger(finished(1, 0, 90), SUBMITTED));
    }

    @Test
    void a_refused_start_costs_nothing() {
        var refused = new Fact.Finished("j", 1, 0, "gpu-1", 4, false, false, 0, NOON);
        assertEquals(List.of(), ledger(SUBMITTED, refused));
    }

    @Test
    void a_lost_rank_costs_up_to_its_last_renewal_rounded_half_up() {
        assertEquals(List.of("j/1/0 usage 4 x 61 = 244"), ledger(SUBMITTED, lost(1, 0, 60_500), givenUp(1)));
        assertEquals(List.of("j/1/0 usage 4 x 60 = 240"), ledger(SUBMITTED, lost(1, 0, 60_499), givenUp(1)));
    }

    @Test
    void a_lost_rank_costs_nothing_before_its_attempt_is_given_up() {
        assertEquals(List.of(), ledger(SUBMITTED, lost(1, 0, 60_000)));
        assertEquals(List.of(), ledger(SUBMITTED, lost(2, 0, 60_000), givenUp(1)));
    }

    @Test
    void a_rank_that_was_lost_and_lives_on_is_billed_by_its_end() {
        assertEquals(List.of("j/1/0 usage 4 x 900 = 3600"), ledger(SUBMITTED, lost(1, 0, 60_000), finished(1, 0, 900)));
    }

    @Test
    void a_rank_that_was_lost_twice_is_billed_as_it_was_the_last_time() {
        for (var losses : List.of(List.of(60_000, 90_000), List.of(90_000, 60_000)))
            assertEquals(
                    List.of("j/1/0 usage 4 x 90 = 360"),
                    ledger(SUBMITTED, lost(1, 0, losses.getFirst()), lost(1, 0, losses.getLast()), givenUp(1)));
    }

    @Test
    void lost_given_up_and_finished_in_any_order_make_one_line_of_the_first_evidence_that_counts() {
        var loss = lost(1, 0, 60_000);
        var end = finished(1, 0, 75);
        var byItsEnd = List.of("j/1/0 usage 4 x 75 = 300");
        var asLost = List.of("j/1/0 usage 4 x 60 = 240");
        assertEquals(asLost, ledger(SUBMITTED, loss, givenUp(1), end));
        assertEquals(asLost, ledger(SUBMITTED, givenUp(1), loss, end));
        assertEquals(byItsEnd, ledger(SUBMITTED, loss, end, givenUp(1)));
        assertEquals(byItsEnd, ledger(SUBMITTED, givenUp(1), end, loss));
        assertEquals(byItsEnd, ledger(SUBMITTED, end, loss, givenUp(1)));
        assertEquals(byItsEnd, ledger(SUBMITTED, end, givenUp(1), loss));
    }

    @Test
    void the_first_evidence_that_counts_wins_also_while_the_payer_is_unknown() {
        assertEquals(
                List.of("j/1/0 usage 4 x 60 = 240"),
                ledger(lost(1, 0, 60_000), givenUp(1), finished(1, 0, 75), SUBMITTED));
        assertEquals(
                List.of("j/1/0 usage 4 x 75 = 300"),
                ledger(lost(1, 0, 60_000), finished(1, 0, 75), givenUp(1), SUBMITTED));
    }

    @Test
    void a_platform_cause_gives_everything_of_the_attempt_back() {
        assertEquals(
                List.of(
                        "j/1/0 usage 4 x 90 = 360",
                        "j/1/1 usage 4 x 90 = 360",
                        "j/1/0/refund refund 4 x -90 = -360",
                        "j/1/1/refund refund 4 x -90 = -360"),
                ledger(SUBMITTED, finished(1, 0, 90), finished(1, 1, 90), platform(1)));
    }

    @Test
    void a_refund_also_covers_a_line_that_comes_after_the_classification() {
        assertEquals(
                List.of("j/1/0 usage 4 x 90 = 360", "j/1/0/refund refund 4 x -90 = -360"),
                ledger(SUBMITTED, platform(1), finished(1, 0, 90)));
    }

    @Test
    void a_refund_of_one_attempt_leaves_the_others_charged() {
        assertEquals(
                List.of("j/1/0 usage 4 x 90 = 360", "j/1/0/refund refund 4 x -90 = -360", "j/2/0 usage 4 x 30 = 120"),
                ledger(SUBMITTED, finished(1, 0, 90), platform(1), finished(2, 0, 30)));
    }

    @Test
    void the_users_own_failure_is_charged() {
        assertEquals(
                List.of("j/1/0 usage 4 x 90 = 360"),
                ledger(SUBMITTED, finished(1, 0, 90), new Fact.Classified("j", 1, false, "exit-code")));
    }

    @Test
    void what_a_drain_ended_is_given_back_for_all_ranks_of_the_gang() {
        var drained = new Fact.Finished("j", 1, 0, "gpu-1", 4, true, true, 90, NOON);
        assertEquals(
                List.of(
                        "j/1/0 usage 4 x 90 = 360",
                        "j/1/0/refund refund 4 x -90 = -360",
                        "j/1/1 usage 4 x 91 = 364",
                        "j/1/1/refund refund 4 x -91 = -364"),
                ledger(SUBMITTED, drained, finished(1, 1, 91)));
    }

    @Test
    void lines_of_a_job_are_numbered_without_gaps() {
        var account = fold(SUBMITTED, finished(1, 0, 90), platform(1), finished(1, 1, 90));
        assertEquals(
                List.of(1L, 2L, 3L, 4L),
                account.entries().stream().map(Entry::sequence).toList());
        assertEquals(4, account.sequence());
    }

    private static JobAccount fold(Fact... facts) {
        var account = JobAccount.unknown("j");
        for (var fact : facts) account = account.apply(fact);
        return account;
    }

    private static List<String> ledger(Fact... facts) {
        return fold(facts).entries().stream()
                .map(line -> "%s %s %d x %d = %d"
                        .formatted(
                                line.id(),
                                line.kind().name().toLowerCase(),
                                line.gpus(),
                                line.seconds(),
                                line.gpuSeconds()))
                .toList();
    }

    private static Fact finished(int attempt, int rank, long seconds) {
        return new Fact.Finished("j", attempt, rank, "gpu-1", 4, true, false, seconds, NOON);
    }

    private static Fact lost(int attempt, int rank, long millis) {
        return new Fact.Lost("j", attempt, rank, "gpu-1", 4, millis, NOON);
    }

    private static Fact givenUp(int attempt) {
        return new Fact.GivenUp("j", attempt);
    }

    private static Fact platform(int attempt) {
        return new Fact.Classified("j", attempt, true, "node-lost");
    }
}
