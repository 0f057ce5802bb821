package org.sing.gateway.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionEvent;

/** One node's part of an attempt. {@code billedSeconds} and {@code outputBytes} count once it has ended. */
public record Rank(
        int rank,
        String node,
        List<String> gpus,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Optional<EndCause> cause,
        Optional<Integer> exitCode,
        Optional<Integer> signal,
        long billedSeconds,
        long outputBytes) {

    public Rank {
        gpus = List.copyOf(gpus);
    }

    static Rank unheardOf(int rank, String node) {
        return new Rank(
                rank,
                node,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                0,
                0);
    }

    Rank holding(List<String> ids) {
        return new Rank(rank, node, ids, startedAt, endedAt, cause, exitCode, signal, billedSeconds, outputBytes);
    }

    Rank started(ExecutionEvent.Started e) {
        return new Rank(
                rank,
                e.node(),
                e.gpus(),
                Optional.of(e.startedAt()),
                endedAt,
                cause,
                exitCode,
                signal,
                billedSeconds,
                outputBytes);
    }

    Rank finished(ExecutionEvent.Finished e) {
        return new Rank(
                rank,
                e.node(),
                e.gpus().isEmpty() ? gpus : e.gpus(),
                startedAt.or(e::startedAt),
                Optional.of(e.endedAt()),
                Optional.of(e.cause()),
                e.exitCode(),
                e.signal(),
                e.billedSeconds(),
                e.outputBytes());
    }
}
