package org.sing.scheduling;

import static org.awaitility.Awaitility.await;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.sing.bus.FaultPoints;
import org.sing.bus.testkit.TestBus;
import org.sing.schemas.JobSpec;

/** The scheduler on a real broker and a real database. Each test has nodes of a model of its own, and leaves no job. */
abstract class OnTheBus {
    static final String TAKE_OVER =
            "update bus_leader set owner = 'another', epoch = epoch + 1, expires_at = now() + interval '1 hour'";
    static final String GIVE_BACK = "update bus_leader set expires_at = now()";

    @Inject
    Pool pool;

    @Inject
    FaultPoints faults;

    final TestBus bus = TestBus.connect();
    final Others others = new Others(bus);
    final String model = Others.fresh("model");
    final String user = Others.fresh("user");
    final String node = Others.fresh("a");
    final List<String> jobs = new ArrayList<>();

    @BeforeEach
    void bePatient() {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }

    /** A job that still waited would be the head of the next test's queue. */
    @AfterEach
    void leaveNothing() {
        faults.disarm();
        jobs.forEach(others::close);
        await().until(() -> jobs.stream().noneMatch(this::waits));
        bus.close();
    }

    String submit(int gpus) {
        return submit(Others.spec(1, gpus, model));
    }

    String submit(JobSpec spec) {
        jobs.add(others.submit(user, spec));
        return jobs.getLast();
    }

    boolean waits(String job) {
        return count("select count(*) from queue_entry where job = '%s' and state in ('QUEUED', 'HELD', 'PENDING')"
                        .formatted(job))
                > 0;
    }

    List<Row> rows(String sql) {
        return StreamSupport.stream(pool.query(sql).executeAndAwait().spliterator(), false)
                .toList();
    }

    long count(String sql) {
        return rows(sql).getFirst().getLong(0);
    }

    long held(String node) {
        return count("select count(*) from allocation_gpu where released_at is null and node = '%s'".formatted(node));
    }
}
