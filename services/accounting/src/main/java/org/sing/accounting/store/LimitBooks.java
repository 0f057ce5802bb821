package org.sing.accounting.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.accounting.domain.limits.Holder;
import org.sing.accounting.domain.limits.Limit;
import org.sing.accounting.domain.limits.LimitBook;
import org.sing.accounting.domain.limits.LimitBook.Published;
import org.sing.accounting.domain.limits.Scope;
import org.sing.accounting.domain.limits.Values;
import org.sing.schemas.Json;

/** The one limit book in PostgreSQL, with the answers that were given about it. Changes are rare and take turns. */
@ApplicationScoped
public class LimitBooks {
    /** A statement of its own, so that the next one sees what the holder of the lock before us committed. */
    private static final String TURN = "select cast(pg_advisory_xact_lock(hashtext('sing.limits')) as text)";

    private static final String READ = """
            select cast(json_build_object(
                'settings', (select coalesce(json_agg(s), '[]') from limit_setting s),
                'published', (select coalesce(json_agg(p), '[]') from limit_published p)) as text)
            """;

    private static final String SET = """
            insert into limit_setting (scope, name, limit_name, value)
            select scope, name, limit_name, value
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as s(scope text, name text, limit_name text, value bigint)
            on conflict (scope, name, limit_name) do update set value = excluded.value
            """;

    private static final String PUBLISH = """
            insert into limit_published (scope, name, version, running_jobs, running_gpus, nodes_per_job)
            select scope, name, version, running_jobs, running_gpus, nodes_per_job
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as p(scope text, name text, version bigint, running_jobs bigint, running_gpus bigint, nodes_per_job bigint)
            on conflict (scope, name) do update set version = excluded.version, running_jobs = excluded.running_jobs,
                running_gpus = excluded.running_gpus, nodes_per_job = excluded.nodes_per_job
            where limit_published.version < excluded.version
            """;

    private static final String ANSWERED = """
            select command from limit_answer
            where command in (select value from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)))
            """;

    private static final String LAST = """
            select cast(json_build_object('subject', subject, 'sequence', max(sequence)) as text) from limit_answer
            where subject in (select value from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)))
            group by subject
            """;

    private static final String ANSWER = """
            insert into limit_answer (command, subject, sequence)
            select command, subject, sequence from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as a(command text, subject text, sequence bigint)
            """;

    private record SettingRow(String scope, String name, String limitName, long value) {}

    private record PublishedRow(
            String scope, String name, long version, long runningJobs, long runningGpus, long nodesPerJob) {}

    private record BookRow(List<SettingRow> settings, List<PublishedRow> published) {}

    private record LastRow(String subject, long sequence) {}

    /** That a command was answered, and at which place of its subject. */
    public record Answer(String command, String subject, long sequence) {}

    /** Reads the book and keeps others away from it until the transaction ends. */
    public Uni<LimitBook> lock(Mutiny.Session session) {
        return session.createNativeQuery(TURN, String.class)
                .getResultList()
                .chain(() -> session.createNativeQuery(READ, String.class).getSingleResult())
                .map(text -> book(Json.read(text, BookRow.class)));
    }

    public Uni<Set<String>> answered(Mutiny.Session session, Collection<String> commands) {
        return session.createNativeQuery(ANSWERED, String.class)
                .setParameter("rows", Json.string(commands))
                .getResultList()
                .map(HashSet::new);
    }

    /** The last sequence of those subjects that have one. */
    public Uni<Map<String, Long>> lastSequences(Mutiny.Session session, Collection<String> subjects) {
        return Rows.read(session, LAST, subjects, LastRow.class).map(rows -> {
            var last = new HashMap<String, Long>();
            for (var row : rows) last.put(row.subject(), row.sequence());
            return last;
        });
    }

    public Uni<Void> save(
            Mutiny.Session session, LimitBook book, SortedMap<Holder, Published> changed, List<Answer> answers) {
        var settings = book.set().entrySet().stream()
                .flatMap(holder -> holder.getValue().entrySet().stream()
                        .map(setting -> setting(holder.getKey(), setting.getKey(), setting.getValue())))
                .toList();
        var published = changed.entrySet().stream()
                .map(it -> published(it.getKey(), it.getValue()))
                .toList();
        return Rows.write(session, SET, settings)
                .chain(() -> Rows.writeAll(session, PUBLISH, published))
                .chain(() -> Rows.writeAll(session, ANSWER, answers));
    }

    private static LimitBook book(BookRow row) {
        var set = new HashMap<Holder, Map<Limit, Long>>();
        for (var setting : row.settings())
            set.computeIfAbsent(holder(setting.scope(), setting.name()), it -> new HashMap<>())
                    .put(Limit.named(setting.limitName()).orElseThrow(), setting.value());
        var published = new HashMap<Holder, Published>();
        for (var it : row.published())
            published.put(
                    holder(it.scope(), it.name()),
                    new Published(it.version(), new Values(it.runningJobs(), it.runningGpus(), it.nodesPerJob())));
        return new LimitBook(set, published);
    }

    private static Holder holder(String scope, String name) {
        return new Holder(Scope.named(scope).orElseThrow(), name);
    }

    private static SettingRow setting(Holder holder, Limit limit, long value) {
        return new SettingRow(holder.scope().word(), holder.name(), limit.word(), value);
    }

    private static PublishedRow published(Holder holder, Published it) {
        var values = it.values();
        return new PublishedRow(
                holder.scope().word(),
                holder.name(),
                it.version(),
                values.runningJobs(),
                values.runningGpus(),
                values.nodesPerJob());
    }
}
