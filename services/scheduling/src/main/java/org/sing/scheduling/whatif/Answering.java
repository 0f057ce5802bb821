package org.sing.scheduling.whatif;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.bus.Leadership;
import org.sing.bus.Outbox;
import org.sing.bus.TimedWork;
import org.sing.bus.Transactions;
import org.sing.scheduling.app.Desk;
import org.sing.scheduling.app.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.whatif.domain.Errand;

/**
 * Answers the questions that were taken in, one after the other. The scheduler only lends a copy of what it knows: all else
 * happens on a thread of its own and in the process of a {@link Calculation}.
 */
@ApplicationScoped
public class Answering {
    private static final Logger LOG = Logger.getLogger(Answering.class);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What is said of the progress: not more often than by so much. */
    private static final int PERCENT = 10;

    private final Desk desk;
    private final Settings scheduler;
    private final SimulationSettings settings;
    private final SimulationStore store;
    private final Calculation calculation;
    private final Outbox outbox;
    private final TimedWork timed;
    private final Transactions transactions;
    private final Leadership leadership;
    private final InstantSource clock;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile String inHand = "";
    private volatile boolean wanted = true;
    private volatile boolean closed;

    Answering(
            Desk desk,
            Settings scheduler,
            SimulationSettings settings,
            SimulationStore store,
            Calculation calculation,
            Outbox outbox,
            TimedWork timed,
            Transactions transactions,
            Leadership leadership,
            InstantSource clock) {
        this.desk = desk;
        this.scheduler = scheduler;
        this.settings = settings;
        this.store = store;
        this.calculation = calculation;
        this.outbox = outbox;
        this.timed = timed;
        this.transactions = transactions;
        this.leadership = leadership;
        this.clock = clock;
    }

    /** Something may wait: a question was taken in, or the lead was taken. */
    public void look() {
        wanted = true;
    }

    void stop(@Observes ShutdownEvent event) {
        closed = true;
        calculation.stop();
    }

    @Scheduled(every = "${sing.what-if.look-every:1s}", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> tick() {
        if (!wanted || leadership.epoch().isEmpty()) return Uni.createFrom().voidItem();
        wanted = false;
        return busy.compareAndSet(false, true) ? beginNext() : stopUnwanted();
    }

    private Uni<Void> beginNext() {
        return timed.run(
                        () -> transactions.run(this::begin).invoke(this::answer).replaceWithVoid())
                .onFailure()
                .invoke(this::nextTime)
                .onFailure()
                .recoverWithNull();
    }

    /** The one in hand was perhaps cancelled. */
    private Uni<Void> stopUnwanted() {
        return timed.run(() -> transactions
                        .run(session -> store.find(session, inHand))
                        .invoke(found -> {
                            if (found.filter(it -> !it.state().open()).isPresent()) calculation.stop();
                        })
                        .replaceWithVoid())
                .onFailure()
                .invoke(() -> wanted = true)
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Optional<SimulationStore.Next>> begin(Mutiny.Session session) {
        return store.next(session, leadership.epoch())
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : write(session, found.get().simulation().begin())
                                .map(begun -> Optional.of(new SimulationStore.Next(
                                        begun, found.get().question()))));
    }

    private void nextTime(Throwable failure) {
        LOG.infof("no simulation begun reason=%s", failure.getMessage());
        wanted = true;
        busy.set(false);
    }

    private void answer(Optional<SimulationStore.Next> next) {
        if (next.isEmpty()) {
            busy.set(false);
            return;
        }
        inHand = next.get().simulation().id();
        var thread = Thread.ofPlatform().daemon().name("simulation").unstarted(() -> work(next.get()));
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
    }

    private void work(SimulationStore.Next next) {
        try {
            var simulation = next.simulation();
            if (simulation.state() == Simulation.State.RUNNING)
                desk.look().await().atMost(PATIENCE).ifPresent(known -> finish(simulation, calculate(next, known)));
        } catch (RuntimeException e) {
            // The row still says that it runs: it is begun again.
            if (!closed)
                LOG.warnf(
                        "a simulation was interrupted simulation=%s reason=%s",
                        next.simulation().id(), e);
        } finally {
            wanted = true;
            busy.set(false);
        }
    }

    private Calculation.Outcome calculate(SimulationStore.Next next, Snapshot known) {
        var simulation = next.simulation();
        var errand = Errand.of(
                next.question(),
                scheduler.core(),
                known,
                now(),
                simulation.owner(),
                simulation.staff(),
                settings.bounds());
        return calculation.run(errand, progress(simulation));
    }

    private IntPredicate progress(Simulation simulation) {
        var said = new int[1];
        return percent -> {
            if (percent < said[0] + PERCENT || percent >= 100) return true;
            said[0] = percent;
            return change(simulation, current -> current.progress(percent));
        };
    }

    private void finish(Simulation simulation, Calculation.Outcome outcome) {
        switch (outcome) {
            case Calculation.Outcome.Answered it -> change(simulation, current -> current.finish(it.result()));
            case Calculation.Outcome.Refused it -> {
                if (!closed) change(simulation, current -> current.fail(it.code(), it.detail()));
            }
            case Calculation.Outcome.Stopped it -> {}
        }
    }

    /** @return false when it is not ours to change any more: it was cancelled, or another replica leads */
    private boolean change(Simulation simulation, Function<Simulation, Simulation.Step> change) {
        return transactions
                .run(session -> store.leads(session, leadership.epoch())
                        .chain(leads -> leads
                                ? store.find(session, simulation.id())
                                : Uni.createFrom().item(Optional.<Simulation>empty()))
                        .map(found -> found.filter(current ->
                                current.state() == Simulation.State.RUNNING && current.begun() == simulation.begun()))
                        .chain(found -> found.isEmpty()
                                ? Uni.createFrom().item(false)
                                : write(session, change.apply(found.get())).replaceWith(true)))
                .await()
                .atMost(PATIENCE);
    }

    private Uni<Simulation> write(Mutiny.Session session, Simulation.Step step) {
        return store.change(session, step.after())
                .chain(() -> outbox.append(
                        session, SimulationSpeech.messages(step, SimulationSpeech.own(step.after()), now())))
                .replaceWith(step.after());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
