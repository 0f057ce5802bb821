package org.sing.submission.store;

import static java.util.stream.Collectors.toMap;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Json;
import org.sing.submission.app.JobStore;
import org.sing.submission.app.Others;
import org.sing.submission.domain.Job;

/** Jobs in PostgreSQL. However large a batch is, it is one statement, and its rows travel as one JSON document. */
@ApplicationScoped
class PostgresJobStore implements JobStore {
    private static final String COLUMNS = """
            select cast(json_build_object(
                'id', id, 'owner', owner, 'project', project, 'payload_hash', payload_hash, 'number', coalesce(number, 0),
                'spec', spec, 'submitted_at', submitted_at, 'version', version, 'life', life) as text)
            from job
            """;

    /** In one order for everybody, so that two transactions never wait for each other. */
    private static final String LOAD = COLUMNS + """
            where id = any(select value from json_array_elements_text(cast(cast(:ids as text) as json)))
            order by id for update
            """;

    private static final String UNCLASSIFIED = COLUMNS + """
            where classify_by <= :now order by classify_by limit :most for update skip locked
            """;

    /** What it waits for stands in its specification. Others are looked at, not locked: how they ended does not change. */
    private static final String BLOCKED = """
            select cast(json_build_object('job', id, 'others', o.others) as text)
            from job cross join lateral (
                select json_object_agg(p.id, p.phase) as others,
                    bool_and(p.finished_at is not null or d.kind = 'AFTER' and p.phase in ('RUNNING', 'COMPLETING')) as met,
                    bool_or(p.finished_at is not null and (d.kind = 'AFTER_OK' and p.phase <> 'SUCCEEDED'
                        or d.kind = 'AFTER_NOT_OK' and p.phase = 'SUCCEEDED')) as broken
                from jsonb_to_recordset(job.spec -> 'conditions' -> 'dependencies') as d(job text, kind text)
                    join job p on p.id = d.job) o
            where phase = 'BLOCKED' and (o.broken or coalesce(o.met, true)
                and coalesce(cast(spec -> 'conditions' ->> 'begin' as timestamptz) <= :now, true))
            order by number limit :most for update of job skip locked
            """;

    /** Held until the transaction ends: of two singletons that come at once, the second one has to see the first. */
    private static final String ONE_AT_A_TIME = """
            select count(pg_advisory_xact_lock(s.name)) from (select distinct hashtextextended(owner || ' ' || name, 0) as name
                from json_to_recordset(cast(cast(:singletons as text) as json)) as x(owner text, name text) order by 1) s
            """;

    private static final String OTHERS = """
            select cast(json_build_object('id', id, 'number', number, 'owner', owner, 'project', project,
                'name', spec ->> 'name', 'ended', finished_at is not null) as text)
            from job where number is not null and (
                id = any(select value from json_array_elements_text(cast(cast(:names as text) as json)))
                or number = any(select cast(value as bigint)
                    from json_array_elements_text(cast(cast(:names as text) as json)) where value not like 'job%')
                or finished_at is null and (owner, spec ->> 'name') in (select s.owner, s.name
                    from json_to_recordset(cast(cast(:singletons as text) as json)) as s(owner text, name text)))
            """;

    private static final String ADD = """
            insert into job (id, number, owner, project, phase, version, payload_hash, submitted_at, finished_at, classify_by,
                spec, life)
            select id, nullif(number, 0), owner, project, phase, version, payload_hash, submitted_at, finished_at, classify_by,
                spec, life
            from json_to_recordset(cast(cast(:rows as text) as json))
                as r(id text, number bigint, owner text, project text, phase text, version bigint, payload_hash text,
                    submitted_at timestamptz, finished_at timestamptz, classify_by timestamptz, spec jsonb, life jsonb)
            """;

    private static final String UPDATE = """
            update job set phase = r.phase, version = r.version, finished_at = r.finished_at, classify_by = r.classify_by,
                life = r.life
            from json_to_recordset(cast(cast(:rows as text) as json))
                as r(id text, phase text, version bigint, finished_at timestamptz, classify_by timestamptz, life jsonb)
            where job.id = r.id and job.version <= r.version
            """;

    private static final String NUMBERS = "select nextval('job_number') from generate_series(1, :count)";

    @Override
    public Uni<List<Job>> load(Mutiny.Session session, Collection<String> ids) {
        return session.createNativeQuery(LOAD, String.class)
                .setParameter("ids", Json.string(ids))
                .getResultList()
                .map(PostgresJobStore::jobs);
    }

    @Override
    public Uni<List<Job>> unclassified(Mutiny.Session session, Instant now, int most) {
        return session.createNativeQuery(UNCLASSIFIED, String.class)
                .setParameter("now", now)
                .setParameter("most", most)
                .getResultList()
                .map(PostgresJobStore::jobs);
    }

    @Override
    public Uni<List<Blocked>> blocked(Mutiny.Session session, Instant now, int most) {
        return session.createNativeQuery(BLOCKED, String.class)
                .setParameter("now", now)
                .setParameter("most", most)
                .getResultList()
                .map(rows -> rows.stream()
                        .map(row -> Json.read(row, BlockedRow.class))
                        .collect(toMap(BlockedRow::job, BlockedRow::others)))
                .chain(others -> load(session, others.keySet())
                        .map(jobs -> jobs.stream()
                                .map(job -> new Blocked(job, others.get(job.id())))
                                .toList()));
    }

    private record BlockedRow(String job, Map<String, JobPhase> others) {
        private BlockedRow {
            others = others == null ? Map.of() : Map.copyOf(others);
        }
    }

    @Override
    public Uni<List<Others.Other>> others(
            Mutiny.Session session, Collection<String> names, Collection<Others.Singleton> singletons) {
        return oneAtATime(session, singletons)
                .chain(() -> session.createNativeQuery(OTHERS, String.class)
                        .setParameter("names", Json.string(names))
                        .setParameter("singletons", Json.string(singletons))
                        .getResultList())
                .map(rows -> rows.stream()
                        .map(row -> Json.read(row, Others.Other.class))
                        .toList());
    }

    private static Uni<Void> oneAtATime(Mutiny.Session session, Collection<Others.Singleton> singletons) {
        if (singletons.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery(ONE_AT_A_TIME, Long.class)
                .setParameter("singletons", Json.string(singletons))
                .getSingleResult()
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> add(Mutiny.Session session, Collection<Job> jobs) {
        return write(session, ADD, jobs.stream().map(JobRow::whole).toList());
    }

    @Override
    public Uni<Void> update(Mutiny.Session session, Collection<Job> jobs) {
        return write(session, UPDATE, jobs.stream().map(JobRow::changed).toList());
    }

    @Override
    public Uni<List<Long>> numbers(Mutiny.Session session, int count) {
        return session.createNativeQuery(NUMBERS, Long.class)
                .setParameter("count", count)
                .getResultList();
    }

    private static List<Job> jobs(List<String> rows) {
        return rows.stream().map(row -> Json.read(row, JobRow.class).job()).toList();
    }

    private static Uni<Void> write(Mutiny.Session session, String sql, List<JobRow> rows) {
        if (rows.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery(sql)
                .setParameter("rows", Json.string(rows))
                .executeUpdate()
                .invoke(written -> {
                    if (written != rows.size())
                        throw new IllegalStateException("jobs changed meanwhile: " + (rows.size() - written));
                })
                .replaceWithVoid();
    }
}
