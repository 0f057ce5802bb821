package org.sing.scheduling.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.sing.bus.Transactions;
import org.sing.scheduling.core.Forward;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.core.StartRange;

/**
 * Says when waiting jobs should start. It thinks on a thread of its own about what the desk knew a moment ago, and says the
 * news in transactions so small that whoever has something to decide hardly waits for one.
 */
@ApplicationScoped
public class Estimator {
    private static final Logger LOG = Logger.getLogger(Estimator.class);
    private static final int STARTS = 2_000;

    /** Said after one look, and in one transaction. */
    private static final int AT_MOST = 200;

    private static final int AT_ONCE = 50;

    /** It rests so much longer than it thought. */
    private static final int REST = 10;

    private final Desk desk;
    private final Transactions transactions;
    private final org.sing.scheduling.core.Settings settings;
    private final InstantSource clock;
    private volatile long restedAt = System.nanoTime();

    Estimator(Desk desk, Transactions transactions, Settings settings, InstantSource clock) {
        this.desk = desk;
        this.transactions = transactions;
        this.settings = settings.core();
        this.clock = clock;
    }

    @Scheduled(every = "${sing.scheduling.estimate-every:30s}", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> tick() {
        return System.nanoTime() - restedAt < 0 ? Uni.createFrom().voidItem() : estimate();
    }

    /** What is not said this time is said the next. */
    public Uni<Void> estimate() {
        return desk.look()
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(known -> known.map(this::think).orElse(Map.of()))
                .chain(this::say)
                .onFailure()
                .invoke(failure -> LOG.infof("no estimates reason=%s", failure.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private Map<String, Optional<StartRange>> think(Snapshot known) {
        var began = System.nanoTime();
        var news = Forward.news(settings, known, clock.instant(), STARTS);
        var ended = System.nanoTime();
        restedAt = ended + REST * (ended - began);
        return news;
    }

    private Uni<Void> say(Map<String, Optional<StartRange>> ranges) {
        return Multi.createFrom()
                .iterable(ranges.entrySet())
                .select()
                .first(AT_MOST)
                .group()
                .intoLists()
                .of(AT_ONCE)
                .onItem()
                .transformToUniAndConcatenate(this::sayTogether)
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> sayTogether(List<Map.Entry<String, Optional<StartRange>>> some) {
        var ranges = some.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return desk.turn()
                .chain(() -> transactions.run(session -> desk.expect(session, ranges)))
                .invoke(desk::keep)
                .onFailure()
                .invoke(desk::forget);
    }
}
