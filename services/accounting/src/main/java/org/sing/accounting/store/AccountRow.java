package org.sing.accounting.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.accounting.domain.Entry;
import org.sing.accounting.domain.JobAccount;
import org.sing.accounting.domain.JobAccount.Rank;
import org.sing.accounting.domain.Payer;
import org.sing.accounting.domain.Run;

/** An account as the database tells it in one JSON document. */
record AccountRow(
        String job,
        Optional<String> owner,
        Optional<String> project,
        long sequence,
        List<EntryRow> entries,
        List<RunRow> pending,
        List<Integer> givenUp,
        List<RefundRow> refunds) {

    record EntryRow(
            String job,
            int attempt,
            int rank,
            Entry.Kind kind,
            long sequence,
            String owner,
            String project,
            String node,
            int gpus,
            long seconds,
            long gpuSeconds,
            Instant endedAt) {
        static EntryRow of(Entry entry) {
            return new EntryRow(
                    entry.job(),
                    entry.attempt(),
                    entry.rank(),
                    entry.kind(),
                    entry.sequence(),
                    entry.payer().owner(),
                    entry.payer().project(),
                    entry.node(),
                    entry.gpus(),
                    entry.seconds(),
                    entry.gpuSeconds(),
                    entry.endedAt());
        }

        Entry entry() {
            return new Entry(
                    job, attempt, rank, kind, sequence, new Payer(owner, project), node, gpus, seconds, endedAt);
        }
    }

    record RunRow(
            String job, int attempt, int rank, String node, int gpus, long seconds, Instant endedAt, boolean lost) {
        static RunRow of(String job, Run run) {
            return new RunRow(
                    job, run.attempt(), run.rank(), run.node(), run.gpus(), run.seconds(), run.endedAt(), run.lost());
        }

        Run run() {
            return new Run(attempt, rank, node, gpus, seconds, endedAt, lost);
        }
    }

    record GivenUpRow(String job, int attempt) {}

    record RefundRow(String job, int attempt, String cause) {}

    JobAccount account() {
        var runs = new HashMap<Rank, Run>();
        for (var row : pending) runs.put(new Rank(row.attempt(), row.rank()), row.run());
        var causes = new HashMap<Integer, String>();
        for (var row : refunds) causes.put(row.attempt(), row.cause());
        Optional<Payer> payer = owner.flatMap(who -> project.map(where -> new Payer(who, where)));
        return new JobAccount(
                job,
                payer,
                entries.stream().map(EntryRow::entry).toList(),
                Map.copyOf(runs),
                Set.copyOf(givenUp),
                Map.copyOf(causes),
                sequence);
    }
}
