package org.sing.submission.store;

import static java.util.stream.Collectors.toMap;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Json;
import org.sing.submission.app.JobStore;
import org.sing.submission.app.Others;
import org.sing.submission.domain.Expectation.Sight;
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

    private static final String LATE = COLUMNS + """
            where ends_at <= :now order by ends_at limit :most for update skip locked
            """;

    /**
     * What a job waits for stands in its specification; what many wait for is looked up once. Others are looked at, not
     * locked: how they ended does not change, and a task goes to work only from here. Whoever looks late finds the job
     * locked, or not blocked any more.
     */
    private static final String BLOCKED = """
            with wish as (
                select job.id, d.job as other, d.kind
                from job cross join lateral
                    jsonb_to_recordset(job.spec -> 'conditions' -> 'dependencies') as d(job text, kind text)
                where phase = 'BLOCKED'),
            standing as (
                select o.other, json_agg(distinct p.phase) as phases,
                    bool_and(p.over or p.phase in ('RUNNING', 'COMPLETING')) as begun, bool_and(p.over) as over,
                    bool_and(p.phase = 'SUCCEEDED') as ok, bool_or(p.over and p.phase <> 'SUCCEEDED') as failed
                from (select distinct other from wish) o join lateral (
                    select t.phase, t.finished_at is not null as over from job t where t.id = o.other
                    union all
                    select t.phase, t.finished_at is not null from job t where t.spec -> 'array' ->> 'array' = o.other
                    ) p on true
                group by o.other),
            answer as (
                select wish.id, json_object_agg(wish.other, standing.phases) as others,
                    bool_and(case kind when 'AFTER' then begun when 'AFTER_OK' then ok
                        when 'AFTER_NOT_OK' then over and not ok else over end) as met,
                    bool_or(case kind when 'AFTER_OK' then failed when 'AFTER_NOT_OK' then ok else false end) as broken
                from wish join standing using (other) group by wish.id),
            ready as (
                select id, number, answer.others, coalesce(answer.broken, false) as broken,
                    spec -> 'conditions' -> 'turn' as turn
                from job left join answer using (id)
                where phase = 'BLOCKED' and (answer.broken or coalesce(answer.met, true)
                    and coalesce(cast(spec -> 'conditions' ->> 'begin' as timestamptz) <= :now, true))),
            working as (
                select a.array, count(t.id) as tasks
                from (select distinct turn ->> 'array' as array from ready where turn is not null) a left join job t
                    on t.spec -> 'array' ->> 'array' = a.array and t.finished_at is null and t.phase not in ('BLOCKED', 'HELD')
                group by a.array),
            placed as (
                select ready.*, coalesce(working.tasks, 0)
                    + row_number() over (partition by turn ->> 'array', broken order by number) - 1 as before
                from ready left join working on working.array = turn ->> 'array')
            select cast(json_build_object('job', job.id, 'others', placed.others, 'before', placed.before) as text)
            from placed join job on job.id = placed.id
            where job.phase = 'BLOCKED'
                and (placed.broken or placed.turn is null or placed.before < cast(placed.turn ->> 'at_once' as bigint))
            order by job.number limit :most for update of job skip locked
            """;

    /** Held until the transaction ends: of two singletons that come at once, the second one has to see the first. */
    private static final String ONE_AT_A_TIME = """
            select count(pg_advisory_xact_lock(s.name)) from (select distinct hashtextextended(owner || ' ' || name, 0) as name
                from json_to_recordset(cast(cast(:singletons as text) as json)) as x(owner text, name text) order by 1) s
            """;

    /** A number of an array is that of its first task. */
    private static final String OTHERS = """
            with named as (
                select n.id, cast(n.number as bigint) as number, cast(n.index as int) as index
                from json_to_recordset(cast(cast(:names as text) as json)) as n(id text, number text, index text)),
            hit as (
                select j.id from named join job j on j.id = named.id
                union select j.id from named join job j on j.number = named.number where named.index is null
                union select t.id from named join job f on f.number = named.number
                    join job t on t.spec -> 'array' ->> 'array' = f.spec -> 'array' ->> 'array'
                        and cast(t.spec -> 'array' ->> 'index' as int) = named.index
                union select j.id from json_to_recordset(cast(cast(:singletons as text) as json)) as s(owner text, name text)
                    join job j on j.owner = s.owner and j.spec ->> 'name' = s.name and j.finished_at is null)
            select cast(json_build_object('id', id, 'number', number, 'owner', owner, 'project', project,
                'name', spec ->> 'name', 'ended', finished_at is not null, 'array', spec -> 'array') as text)
            from job join hit using (id) where number is not null order by number
            """;

    private static final String ADD = """
            insert into job (id, number, owner, project, phase, version, payload_hash, submitted_at, finished_at, classify_by,
                ends_at, spec, life)
            select id, nullif(number, 0), owner, project, phase, version, payload_hash, submitted_at, finished_at, classify_by,
                ends_at, spec, life
            from json_to_recordset(cast(cast(:rows as text) as json))
                as r(id text, number bigint, owner text, project text, phase text, version bigint, payload_hash text,
                    submitted_at timestamptz, finished_at timestamptz, classify_by timestamptz, ends_at timestamptz, spec jsonb,
                    life jsonb)
            """;

    private static final String UPDATE = """
            update job set phase = r.phase, version = r.version, finished_at = r.finished_at, classify_by = r.classify_by,
                ends_at = r.ends_at, life = r.life
            from json_to_recordset(cast(cast(:rows as text) as json))
                as r(id text, phase text, version bigint, finished_at timestamptz, classify_by timestamptz,
                    ends_at timestamptz, life jsonb)
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
    public Uni<List<Job>> late(Mutiny.Session session, Instant now, int most) {
        return session.createNativeQuery(LATE, String.class)
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
                        .collect(toMap(BlockedRow::job, BlockedRow::sight)))
                .chain(sights -> load(session, sights.keySet())
                        .map(jobs -> jobs.stream()
                                .map(job -> new Blocked(job, sights.get(job.id())))
                                .toList()));
    }

    private record BlockedRow(String job, Map<String, Set<JobPhase>> others, int before) {
        Sight sight() {
            return new Sight(others == null ? Map.of() : others, before);
        }
    }

    @Override
    public Uni<List<Others.Other>> others(
            Mutiny.Session session, Collection<String> names, Collection<Others.Singleton> singletons) {
        return oneAtATime(session, singletons)
                .chain(() -> session.createNativeQuery(OTHERS, String.class)
                        .setParameter(
                                "names",
                                Json.string(names.stream().map(Name::of).toList()))
                        .setParameter("singletons", Json.string(singletons))
                        .getResultList())
                .map(rows -> rows.stream()
                        .map(row -> Json.read(row, Others.Other.class))
                        .toList());
    }

    /** {@code job_...}, {@code arr_...}, {@code 4711} or {@code 4711_3}. */
    private record Name(String id, String number, String index) {
        static Name of(String written) {
            if (!Character.isDigit(written.charAt(0)))
                return new Name(written.replaceFirst("^arr_", "job_"), null, null);
            var parts = written.split("_");
            return new Name(null, parts[0], parts.length > 1 ? parts[1] : null);
        }
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
