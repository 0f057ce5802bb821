package org.sing.scheduling.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A placement: what an attempt of a job holds, and how far each rank is.
 *
 * @param epoch the leadership that stands behind its commands
 * @param deadline after this time no rank may start any more
 * @param stopping why it was told to stop; empty while it is not
 * @param declared whether scheduling itself called the attempt over
 */
public record Allocation(
        String id,
        String job,
        int attempt,
        String group,
        Account account,
        long epoch,
        Instant deadline,
        Optional<Cause> stopping,
        boolean declared,
        List<Rank> ranks) {

    /** Why scheduling ends something. */
    public enum Cause {
        CANCELLED,
        REQUEUED,
        GANG_ENDED,
        DRAINED,
        NODE_LOST,
        START_DEADLINE
    }

    /** @param start sequence of the last start command, {@code stop} of the last stop command, 0 for none */
    public record Rank(Share share, Phase phase, long start, long stop) {
        boolean over() {
            return phase == Phase.OVER;
        }

        Rank in(Phase phase) {
            return new Rank(share, phase, start, stop);
        }

        Rank started(long sequence) {
            return new Rank(share, phase, sequence, stop);
        }

        Rank stopped(long sequence) {
            return new Rank(share, phase, start, sequence);
        }

        Rank under(long incarnation) {
            return new Rank(share.under(incarnation), phase, start, stop);
        }
    }

    /** How far a rank is. */
    public enum Phase {
        SENT,
        STARTED,
        OVER
    }

    public Allocation {
        ranks = List.copyOf(ranks);
    }

    public int gpus() {
        return ranks.stream().mapToInt(rank -> rank.share().gpus().size()).sum();
    }

    /** What it counts where a job without GPUs is not for nothing. */
    int weight() {
        return Math.max(1, gpus());
    }

    /** Nothing of it is held any more. */
    public boolean released() {
        return ranks.stream().allMatch(Rank::over);
    }

    List<String> peers() {
        return ranks.stream().map(rank -> rank.share().node()).toList();
    }

    /** The rank, when there is one of this number. */
    Optional<Rank> rank(int number) {
        return number >= 0 && number < ranks.size() ? Optional.of(ranks.get(number)) : Optional.empty();
    }

    Allocation change(int number, UnaryOperator<Rank> change) {
        var changed = new ArrayList<>(ranks);
        changed.set(number, change.apply(ranks.get(number)));
        return with(epoch, deadline, stopping, declared, changed);
    }

    Allocation stop(Cause cause) {
        return with(epoch, deadline, Optional.of(cause), declared, ranks);
    }

    Allocation declare() {
        return with(epoch, deadline, stopping, true, ranks);
    }

    Allocation stamp(long epoch, Instant deadline) {
        return with(epoch, deadline, stopping, declared, ranks);
    }

    private Allocation with(
            long epoch, Instant deadline, Optional<Cause> stopping, boolean declared, List<Rank> ranks) {
        return new Allocation(id, job, attempt, group, account, epoch, deadline, stopping, declared, ranks);
    }
}
