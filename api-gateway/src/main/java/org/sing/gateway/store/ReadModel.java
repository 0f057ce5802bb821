package org.sing.gateway.store;

import static java.util.stream.Collectors.toMap;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.gateway.domain.Job;
import org.sing.schemas.Envelope;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;

/** Jobs and the feed, as the writer changes them: one statement for all rows of a batch. */
@ApplicationScoped
public class ReadModel {

    public Uni<Map<String, Job>> jobs(Mutiny.Session session, Collection<String> ids) {
        if (ids.isEmpty()) return Uni.createFrom().item(Map.of());
        return session.createNativeQuery(
                        "select cast(view as text) from job where id in (select json_array_elements_text(cast(cast(:ids as text) as json)))",
                        String.class)
                .setParameter("ids", Json.string(ids))
                .getResultList()
                .map(views -> views.stream().map(JobRow::read).collect(toMap(Job::id, job -> job)));
    }

    /** The last of {@code count} new positions; the counter stays locked until the transaction ends. */
    public Uni<Long> reserve(Mutiny.Session session, int count) {
        return session.createNativeQuery(
                        "update feed_counter set position = position + :count returning position", Long.class)
                .setParameter("count", count)
                .getSingleResult();
    }

    public Uni<Void> write(Mutiny.Session session, Collection<Job> jobs, Map<String, Long> positions) {
        return rows(
                session,
                """
                insert into job (id, number, owner, project, phase, submitted_at, finished_at, array_number, array_index, position, view)
                select id, number, owner, project, phase, submitted_at, finished_at, array_number, array_index, position, view
                from json_to_recordset(cast(cast(:rows as text) as json)) as r(id text, number bigint, owner text, project text,
                    phase text, submitted_at timestamptz, finished_at timestamptz, array_number bigint, array_index int,
                    position bigint, view json)
                on conflict (id) do update set number = excluded.number, owner = excluded.owner,
                    project = excluded.project, phase = excluded.phase, submitted_at = excluded.submitted_at,
                    finished_at = excluded.finished_at, array_number = excluded.array_number,
                    array_index = excluded.array_index, position = greatest(job.position, excluded.position),
                    view = excluded.view
                """,
                jobs.stream()
                        .map(job -> JobRow.of(job, positions.getOrDefault(job.id(), 0L)))
                        .toList());
    }

    public record Spec(String job, JobSpec spec) {}

    /** After {@link #write}: what the job is to do, kept apart because lists do not show it. */
    public Uni<Void> specs(Mutiny.Session session, List<Spec> specs) {
        return rows(session, """
                update job set spec = r.spec
                from json_to_recordset(cast(cast(:rows as text) as json)) as r(job text, spec json) where job.id = r.job
                """, specs);
    }

    private record FeedRow(long position, String type, String job, String owner, String project, Envelope event) {}

    public Uni<Void> feed(Mutiny.Session session, List<FeedLine> lines) {
        return rows(
                session,
                """
                insert into feed (position, type, job, owner, project, event)
                select position, type, job, owner, project, event from json_to_recordset(cast(cast(:rows as text) as json))
                    as r(position bigint, type text, job text, owner text, project text, event json)
                """,
                lines.stream()
                        .map(line -> new FeedRow(
                                line.position(),
                                line.event().type(),
                                line.job(),
                                line.owner(),
                                line.project(),
                                line.event()))
                        .toList());
    }

    public record Held(String job, Envelope event) {}

    /** Keeps events of jobs that nobody introduced yet. */
    public Uni<Void> hold(Mutiny.Session session, List<Held> events) {
        return rows(session, """
                insert into feed_waiting (job, event)
                select job, event from json_to_recordset(cast(cast(:rows as text) as json)) as r(job text, event json)
                """, events);
    }

    /** Takes the events that waited for the introduction of these jobs, in the order in which they came. */
    public Uni<List<Envelope>> letGo(Mutiny.Session session, Collection<String> jobs) {
        if (jobs.isEmpty()) return Uni.createFrom().item(List.of());
        return session.createNativeQuery("""
                        with gone as (delete from feed_waiting
                            where job in (select json_array_elements_text(cast(cast(:ids as text) as json))) returning id, event)
                        select cast(event as text) from gone order by id
                        """, String.class)
                .setParameter("ids", Json.string(jobs))
                .getResultList()
                .map(events -> events.stream()
                        .map(event -> Json.read(event, Envelope.class))
                        .toList());
    }

    static Uni<Void> rows(Mutiny.Session session, String sql, List<? extends Record> rows) {
        if (rows.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery(sql)
                .setParameter("rows", Json.string(rows))
                .executeUpdate()
                .replaceWithVoid();
    }
}
