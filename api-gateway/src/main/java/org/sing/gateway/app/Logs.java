package org.sing.gateway.app;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.sing.gateway.domain.Attempt;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.Job;
import org.sing.gateway.store.JobReader;

/** The output of a job, as it is or as it grows. */
@ApplicationScoped
public class Logs {
    /** The bell may be missed, and a shared file system may show a file late. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final OutputFiles files;
    private final JobReader jobs;
    private final Bells bells;
    private final Clock clock;

    Logs(OutputFiles files, JobReader jobs, Bells bells, Clock clock) {
        this.files = files;
        this.jobs = jobs;
        this.bells = bells;
        this.clock = clock;
    }

    /**
     * @param attempt empty means the newest one, and when following, the ones after it as well
     * @param tail begin with this many last lines instead of the first byte
     */
    public record Request(String job, Optional<Integer> attempt, int rank, Optional<Integer> tail, boolean follow) {}

    public Multi<Buffer> read(Caller reader, Job job, Request request) {
        var newest = job.lastAttempt().map(Attempt::number).orElse(1);
        var reading = new Reading(reader, request, request.attempt().orElse(newest));
        return Multi.createBy()
                .repeating()
                .uni(reading::step)
                .whilst(part -> !reading.over)
                .filter(part -> part.length > 0)
                .map(Buffer::buffer);
    }

    private final class Reading {
        private final Caller reader;
        private final Request request;
        private int attempt;
        private long offset;
        private boolean begun;
        private volatile boolean over;
        /** The job had gone beyond this attempt when the file was read last: what is read now is the rest. */
        private boolean beyond;

        Reading(Caller reader, Request request, int attempt) {
            this.reader = reader;
            this.request = request;
            this.attempt = attempt;
        }

        Uni<byte[]> step() {
            return begin().chain(() -> files.read(place(), offset)).call(part -> {
                offset += part.length;
                return part.length > 0 ? Uni.createFrom().voidItem() : atEnd();
            });
        }

        private Uni<Void> begin() {
            if (begun || request.tail().isEmpty()) return Uni.createFrom().voidItem();
            begun = true;
            return files.tail(place(), request.tail().get())
                    .invoke(start -> offset = start)
                    .replaceWithVoid();
        }

        private Uni<Void> atEnd() {
            if (!request.follow() || !clock.instant().isBefore(reader.expiresAt())) {
                over = true;
                return Uni.createFrom().voidItem();
            }
            if (beyond) return next();
            return jobs.find(reader, request.job()).memoize().indefinitely().chain(found -> {
                beyond = found.isEmpty() || isBeyond(found.get().job());
                return beyond ? Uni.createFrom().voidItem() : bells.rung(request.job(), LOOK_AGAIN);
            });
        }

        /** The attempt's output is complete. */
        private Uni<Void> next() {
            return jobs.find(reader, request.job())
                    .memoize()
                    .indefinitely()
                    .invoke(found -> {
                        var newer = found.flatMap(it -> it.job().lastAttempt())
                                .map(Attempt::number)
                                .filter(number ->
                                        number > attempt && request.attempt().isEmpty());
                        over = newer.isEmpty();
                        attempt++;
                        offset = 0;
                        beyond = false;
                    })
                    .replaceWithVoid();
        }

        private boolean isBeyond(Job job) {
            return job.life().phase().terminal()
                    || job.lastAttempt().filter(last -> last.number() > attempt).isPresent();
        }

        private OutputFiles.Place place() {
            return new OutputFiles.Place(request.job(), attempt, request.rank());
        }
    }
}
