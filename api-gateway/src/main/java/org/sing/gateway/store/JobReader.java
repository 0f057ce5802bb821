package org.sing.gateway.store;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.Job;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;

/** Reads jobs, always with the eyes of a caller: what one may not see does not exist. */
@ApplicationScoped
public class JobReader {
    private static final String COLUMNS =
            "select j.position, cast(j.view as text) as view, p.name as owner_name from job j left join person p on p.id = j.owner";
    private static final Pattern TASK = Pattern.compile("([1-9]\\d{0,17})_(\\d{1,6})");
    private static final String VISIBLE =
            " (cast($1 as boolean) or j.owner = $2 or j.project = any($3)) and j.submitted_at is not null";

    private final Pool pool;

    JobReader(Pool pool) {
        this.pool = pool;
    }

    /** @param position of the last event that changed it */
    public record Found(Job job, long position, Optional<String> ownerName) {
        public Job.Identity identity() {
            return job.identity().orElseThrow();
        }
    }

    /** By id, by number, or as a task of an array: {@code 4711_3}. */
    public Uni<Optional<Found>> find(Caller caller, String name) {
        var task = TASK.matcher(name);
        var args = eyes(caller);
        var by = " and j.id = $4";
        if (task.matches()) {
            by = " and j.array_number = $4 and j.array_index = $5";
            args.addValue(Long.valueOf(task.group(1))).addValue(Integer.valueOf(task.group(2)));
        } else if (number(name).isPresent()) {
            by = " and j.number = $4";
            args.addValue(number(name).get());
        } else args.addValue(name);
        return pool.preparedQuery(COLUMNS + " where" + VISIBLE + by)
                .execute(args)
                .map(rows -> stream(rows).map(JobReader::found).findFirst());
    }

    /** What the job was told to do; empty for one that was rejected. */
    public Uni<Optional<JobSpec>> spec(String job) {
        return pool.preparedQuery("select cast(spec as text) as spec from job where id = $1 and spec is not null")
                .execute(Tuple.of(job))
                .map(rows -> stream(rows)
                        .map(row -> Json.read(row.getString("spec"), JobSpec.class))
                        .findFirst());
    }

    /** The place after which a page goes on; jobs are listed newest first. */
    public record After(Instant submittedAt, String id) {}

    /**
     * Empty fields do not filter.
     *
     * @param array the number of one
     */
    public record Filter(
            List<String> phases,
            Optional<String> owner,
            Optional<String> project,
            Optional<Long> array,
            Optional<After> after) {}

    public Uni<List<Found>> list(Caller caller, Filter filter, int limit) {
        var sql = new StringBuilder(COLUMNS).append(" where").append(VISIBLE);
        var args = eyes(caller);
        if (!filter.phases().isEmpty()) {
            args.addValue(filter.phases().toArray(String[]::new));
            sql.append(" and j.phase = any($").append(args.size()).append(')');
            if (filter.phases().stream()
                    .noneMatch(phase -> JobPhase.valueOf(phase).terminal()))
                sql.append(" and j.finished_at is null"); // the small index of living jobs
        }
        filter.owner().ifPresent(owner -> {
            args.addValue(owner);
            sql.append(" and j.owner = $").append(args.size());
        });
        filter.project().ifPresent(project -> {
            args.addValue(project);
            sql.append(" and j.project = $").append(args.size());
        });
        filter.array().ifPresent(array -> {
            args.addValue(array);
            sql.append(" and j.array_number = $").append(args.size());
        });
        filter.after().ifPresent(after -> {
            args.addValue(after.submittedAt().atOffset(ZoneOffset.UTC));
            args.addValue(after.id());
            sql.append(" and (j.submitted_at, j.id) < ($")
                    .append(args.size() - 1)
                    .append(", $")
                    .append(args.size())
                    .append(')');
        });
        sql.append(" order by j.submitted_at desc, j.id desc limit ").append(limit);
        return pool.preparedQuery(sql.toString())
                .execute(args)
                .map(rows -> stream(rows).map(JobReader::found).toList());
    }

    /** All tasks of an array, in their order. */
    public Uni<List<Found>> tasks(Caller caller, long array) {
        return pool.preparedQuery(COLUMNS + " where" + VISIBLE + " and j.array_number = $4 order by j.array_index")
                .execute(eyes(caller).addValue(array))
                .map(rows -> stream(rows).map(JobReader::found).toList());
    }

    /** Which of these jobs the caller may see. */
    public Uni<List<String>> visible(Caller caller, List<String> jobs) {
        if (jobs.isEmpty() || caller.staff()) return Uni.createFrom().item(jobs);
        return pool.preparedQuery("select j.id from job j where" + VISIBLE + " and j.id = any($4)")
                .execute(eyes(caller).addValue(jobs.toArray(String[]::new)))
                .map(rows -> stream(rows).map(row -> row.getString("id")).toList());
    }

    /** How many jobs the caller sees in each state that is not over. */
    public Uni<Map<String, Long>> alive(Caller caller) {
        return pool.preparedQuery("select j.phase, count(*) as jobs from job j where" + VISIBLE
                        + " and j.finished_at is null group by j.phase")
                .execute(eyes(caller))
                .map(rows -> stream(rows)
                        .collect(Collectors.toMap(row -> row.getString("phase"), row -> row.getLong("jobs"))));
    }

    /** The snapshots that jobs which are not over came with, by owner. */
    public Uni<Map<String, Set<String>>> snapshotsInUse() {
        return pool.query("select owner, spec->>'snapshot' as snapshot from job"
                        + " where finished_at is null and spec->>'snapshot' is not null")
                .execute()
                .map(rows -> stream(rows)
                        .collect(Collectors.groupingBy(
                                row -> row.getString("owner"),
                                Collectors.mapping(row -> row.getString("snapshot"), Collectors.toSet()))));
    }

    static Tuple eyes(Caller caller) {
        return Tuple.of(caller.staff(), caller.id(), caller.projects().toArray(String[]::new));
    }

    static Stream<Row> stream(Iterable<Row> rows) {
        return StreamSupport.stream(rows.spliterator(), false);
    }

    static Instant instant(OffsetDateTime time) {
        return time.toInstant();
    }

    private static Found found(Row row) {
        return new Found(
                JobRow.read(row.getString("view")),
                row.getLong("position"),
                Optional.ofNullable(row.getString("owner_name")));
    }

    private static Optional<Long> number(String text) {
        if (text.isEmpty() || text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9'))
            return Optional.empty();
        return Optional.of(Long.valueOf(text));
    }
}
