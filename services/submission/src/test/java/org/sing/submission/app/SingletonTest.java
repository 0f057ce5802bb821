package org.sing.submission.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.hibernate.reactive.mutiny.Mutiny;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Transactions;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.JobSpec;
import org.sing.submission.app.Others.Other;
import org.sing.submission.app.Others.Singleton;
import org.sing.submission.domain.Job;

/** Two replicas take in two singletons of one owner and name in the same moment. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SingletonTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LOCKED_OUT = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
            + " and database = (select oid from pg_database where datname = current_database())";

    private final String name = "alone-" + UUID.randomUUID();
    private final List<Singleton> alone = List.of(new Singleton("ada", name));
    private final CompletableFuture<List<Other>> second = new CompletableFuture<>();

    @Inject
    JobStore jobs;

    @Inject
    Transactions transactions;

    @Test
    void the_second_one_sees_the_first_although_neither_was_there_when_both_began() {
        transactions
                .run(first -> others(first)
                        .invoke(() -> transactions
                                .run(this::others)
                                .subscribeAsCompletionStage()
                                .thenAccept(second::complete))
                        .chain(this::secondStandsStill)
                        .chain(() -> jobs.add(first, List.of(job()))))
                .await()
                .atMost(PATIENCE);
        assertEquals(
                List.of(name),
                second.orTimeout(60, TimeUnit.SECONDS).join().stream()
                        .map(Other::name)
                        .toList());
    }

    private Uni<List<Other>> others(Mutiny.Session session) {
        return jobs.others(session, List.of(), alone);
    }

    /** It waits for the first, or it did not and is over. */
    private Uni<Long> secondStandsStill() {
        return Uni.createFrom()
                .deferred(() -> transactions.run(session ->
                        session.createNativeQuery(LOCKED_OUT, Long.class).getSingleResult()))
                .repeat()
                .until(waiting -> waiting > 0 || second.isDone())
                .collect()
                .last();
    }

    private Job job() {
        var by = new Job.Submission("cmd-" + name, "job_" + name, "ada", "vision", "hash");
        var spec =
                new JobSpec(name, List.of("true"), Map.of(), 1, 1, Optional.empty(), 0, 0, 0, "default", true, false);
        return Job.submitted(by, System.nanoTime(), spec, "", Instant.EPOCH).job();
    }
}
