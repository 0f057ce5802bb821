package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Share;

/**
 * {@code campus}: an exact account of what those used who passed the oldest. What was spent while a job waits is never
 * forgotten, also when a limit blocks it now and then. When it is spent, the oldest goes wherever it fits.
 */
final class AccountLaw extends Law {
    private final Duration patience;
    private final List<Passed> account = new ArrayList<>();
    /** For whom nodes may have been set aside. */
    private final Set<String> due = new HashSet<>();

    private static final class Passed {
        final Decision.Placed placed;
        final Waiting job;
        final long number;
        final int weight;
        final Instant since;
        Optional<Instant> until = Optional.empty();

        Passed(Decision.Placed placed, Waiting job, Instant since) {
            this.placed = placed;
            this.job = job;
            this.number = job.as.number();
            this.weight = job.weight();
            this.since = since;
        }

        long used(Instant now) {
            return weight * Duration.between(since, until.orElse(now)).toMillis();
        }
    }

    AccountLaw(Model model, Duration patience) {
        super(model);
        this.patience = patience;
    }

    @Override
    void overtakes(Decision.Placed placed, Waiting job, Waiting head, Instant now) {
        settle();
        if (spent(head, now)) assertTrue(!fits(head), "when it is spent, a head that fits is not overtaken: " + placed);
        var left = Math.max(0, work(head) - used(head, now));
        assertEquals(
                new Decision.Overtaken(head.id(), (int) left, (int) left, Decision.Unit.GPU_SECONDS),
                placed.overtaken().orElseThrow(),
                "the receipt");
        for (var other : model.ready(job.as.group()))
            assertTrue(used(other, now) <= used(head, now), "nobody was overtaken by more than the oldest: " + placed);
        account.add(new Passed(placed, job, now));
    }

    @Override
    void place(Decision.Placed placed, Waiting job, Instant now) {
        var head = model.head(job.as.group()).orElseThrow();
        if (!due(head, now)) super.place(placed, job, now);
        else
            assertTrue(
                    placed.shares().size() > job.request.nodes()
                            || model.fit()
                                    .fitsOn(
                                            job,
                                            placed.shares().stream()
                                                    .map(Share::node)
                                                    .toList()),
                    "it fits where it goes: " + placed);
    }

    @Override
    void placed(Decision.Placed placed, Waiting job, Instant now) {
        due.remove(placed.job());
    }

    @Override
    void released(Decision.Released released, Instant now) {
        for (var passed : account)
            if (passed.placed.allocation().equals(released.allocation())) passed.until = Optional.of(now);
    }

    @Override
    void atRest(String group, Waiting head, Instant now) {
        if (!due(head, now)) nobodyFits(model.ready(group), this);
    }

    /** Nobody waits who arrived before. */
    @Override
    void settle() {
        account.removeIf(passed -> model.jobs.values().stream()
                .noneMatch(other -> other.as.group().equals(passed.job.as.group())
                        && other.as.number() < passed.number
                        && model.waits(other)));
    }

    /** Whether nodes may be set aside for it: since it was spent once, also when more nodes came since. */
    private boolean due(Waiting head, Instant now) {
        if (spent(head, now)) due.add(head.id());
        return due.contains(head.id());
    }

    private boolean spent(Waiting head, Instant now) {
        return used(head, now) >= work(head);
    }

    /** GPU-seconds of all who arrived later and passed somebody. */
    private long used(Waiting job, Instant now) {
        return account.stream()
                        .filter(passed -> passed.number > job.as.number()
                                && passed.job.as.group().equals(job.as.group()))
                        .mapToLong(passed -> passed.used(now))
                        .sum()
                / 1000;
    }

    private long work(Waiting job) {
        var gpus = model.machines.values().stream()
                .filter(machine -> machine.open() && machine.as.group().equals(job.as.group()))
                .mapToInt(machine -> machine.as.gpus().size())
                .sum();
        return patience.toSeconds() * Math.max(1, gpus);
    }
}
