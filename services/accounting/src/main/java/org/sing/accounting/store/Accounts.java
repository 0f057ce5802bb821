package org.sing.accounting.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.accounting.domain.Entry;
import org.sing.accounting.domain.JobAccount;
import org.sing.accounting.store.AccountRow.EntryRow;
import org.sing.accounting.store.AccountRow.GivenUpRow;
import org.sing.accounting.store.AccountRow.RefundRow;
import org.sing.accounting.store.AccountRow.RunRow;
import org.sing.schemas.Json;

/** The accounts of jobs in PostgreSQL. A whole batch is read with two statements and written with as many as changed. */
@ApplicationScoped
public class Accounts {
    private static final String LOCK = """
            with asked as (select value as job from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb))),
                 made as (insert into job_account (job) select job from asked order by job on conflict do nothing)
            select a.job from job_account a where a.job in (select job from asked) order by a.job for update
            """;

    /** A statement of its own, so that it sees what the holder of the lock before us committed. */
    private static final String READ = """
            select cast(json_build_object(
                'job', a.job, 'owner', a.owner, 'project', a.project, 'sequence', a.sequence,
                'entries', (select coalesce(json_agg(e order by e.sequence), '[]') from ledger_entry e where e.job = a.job),
                'pending', (select coalesce(json_agg(p), '[]') from pending_run p where p.job = a.job),
                'given_up', (select coalesce(json_agg(g.attempt), '[]') from given_up_attempt g where g.job = a.job),
                'refunds', (select coalesce(json_agg(r), '[]') from refunded_attempt r where r.job = a.job)) as text)
            from job_account a
            where a.job in (select value from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)))
            """;

    private static final String UPDATE = """
            update job_account a set owner = n.owner, project = n.project, sequence = n.sequence
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as n(job text, owner text, project text, sequence bigint, expected bigint)
            where a.job = n.job and a.sequence = n.expected
            """;

    private static final String ADD_ENTRIES = """
            insert into ledger_entry
                (job, attempt, rank, kind, sequence, owner, project, node, gpus, seconds, gpu_seconds, ended_at)
            select job, attempt, rank, kind, sequence, owner, project, node, gpus, seconds, gpu_seconds, ended_at
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as e(job text, attempt int, rank int, kind text, sequence bigint, owner text, project text, node text,
                     gpus int, seconds bigint, gpu_seconds bigint, ended_at timestamptz)
            """;

    private static final String ADD_PENDING = """
            insert into pending_run (job, attempt, rank, node, gpus, seconds, ended_at, lost)
            select job, attempt, rank, node, gpus, seconds, ended_at, lost
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as p(job text, attempt int, rank int, node text, gpus int, seconds bigint, ended_at timestamptz,
                     lost boolean)
            """;

    private static final String DROP_PENDING = """
            delete from pending_run
            where job in (select value from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)))
            """;

    private static final String ADD_GIVEN_UP = """
            insert into given_up_attempt (job, attempt)
            select job, attempt
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb)) as g(job text, attempt int)
            """;

    private static final String ADD_REFUNDS = """
            insert into refunded_attempt (job, attempt, cause)
            select job, attempt, cause
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb)) as r(job text, attempt int, cause text)
            """;

    private static final String BLANK =
            "select not exists (select 1 from job_account) and not exists (select 1 from limit_published)";

    private record Written(String job, String owner, String project, long sequence, long expected) {}

    /** Reads the accounts of these jobs and keeps others away from them until the transaction ends. */
    public Uni<Map<String, JobAccount>> lock(Mutiny.Session session, SortedSet<String> jobs) {
        return session.createNativeQuery(LOCK, String.class)
                .setParameter("rows", Json.string(jobs))
                .getResultList()
                .chain(() -> Rows.read(session, READ, jobs, AccountRow.class))
                .map(rows -> {
                    var accounts = new HashMap<String, JobAccount>();
                    for (var job : jobs) accounts.put(job, JobAccount.unknown(job));
                    for (var row : rows) accounts.put(row.job(), row.account());
                    return accounts;
                });
    }

    /** Writes the difference, account by account, between what was locked and what became of it. */
    public Uni<Void> save(Mutiny.Session session, Map<String, JobAccount> before, Collection<JobAccount> after) {
        var accounts = new ArrayList<Written>();
        var entries = new ArrayList<EntryRow>();
        var pending = new ArrayList<RunRow>();
        var settled = new ArrayList<String>();
        var givenUp = new ArrayList<GivenUpRow>();
        var refunds = new ArrayList<RefundRow>();
        for (var now : after) {
            var was = before.get(now.job());
            if (!now.payer().equals(was.payer()) || now.sequence() != was.sequence())
                accounts.add(written(now, was.sequence()));
            for (var entry : added(was, now)) entries.add(EntryRow.of(entry));
            if (!now.pending().equals(was.pending())) {
                settled.add(now.job());
                for (var run : now.pending().values()) pending.add(RunRow.of(now.job(), run));
            }
            for (var attempt : now.givenUp())
                if (!was.givenUp().contains(attempt)) givenUp.add(new GivenUpRow(now.job(), attempt));
            now.refunds().forEach((attempt, cause) -> {
                if (!was.refunds().containsKey(attempt)) refunds.add(new RefundRow(now.job(), attempt, cause));
            });
        }
        return Rows.writeAll(session, UPDATE, accounts)
                .chain(() -> Rows.writeAll(session, ADD_ENTRIES, entries))
                .chain(() -> Rows.write(session, DROP_PENDING, settled))
                .chain(() -> Rows.writeAll(session, ADD_PENDING, pending))
                .chain(() -> Rows.writeAll(session, ADD_GIVEN_UP, givenUp))
                .chain(() -> Rows.writeAll(session, ADD_REFUNDS, refunds));
    }

    /** Whether this database has never seen anything. */
    public Uni<Boolean> blank(Mutiny.Session session) {
        return session.createNativeQuery(BLANK, Boolean.class).getSingleResult();
    }

    private static Iterable<Entry> added(JobAccount was, JobAccount now) {
        return now.entries().subList(was.entries().size(), now.entries().size());
    }

    private static Written written(JobAccount now, long expected) {
        var payer = now.payer();
        return new Written(
                now.job(),
                payer.map(it -> it.owner()).orElse(null),
                payer.map(it -> it.project()).orElse(null),
                now.sequence(),
                expected);
    }
}
