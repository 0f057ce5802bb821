package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Forward;
import org.sing.scheduling.core.Settings;

/** The scheduling service around the core: batches, commits, rollbacks, crashes and new leaders. */
final class Scheduling {
    private final World world;
    private final Settings settings;
    private final Judge judge;
    private final Consumer<Decision> publish;
    private final Store store = new Store();
    private final List<Event> inbox = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final Map<Event, Instant> unheard = new LinkedHashMap<>();
    private Core core;
    private long epoch;
    private boolean down;
    private boolean polling;
    private boolean calm;

    Scheduling(World world, Settings settings, Judge judge, Consumer<Decision> publish) {
        this.world = world;
        this.settings = settings;
        this.judge = judge;
        this.publish = publish;
        lead();
        tick();
    }

    void hear(Event event) {
        inbox.add(event);
        poll();
    }

    /** This is on the bus now, and will be heard some time. */
    void expect(Event.RankFinished report) {
        unheard.putIfAbsent(report, world.now());
    }

    /** No crash from now on. */
    void calm() {
        calm = true;
    }

    List<String> log() {
        return log;
    }

    /** Nothing of any job is left. */
    boolean empty() {
        return store.load().jobs().isEmpty();
    }

    void crash() {
        if (calm || down) return;
        down = true;
        world.in(Duration.ofMillis(world.between(100, world.chance(80) ? 30_000 : 600_000)), () -> {
            down = false;
            lead();
            poll();
        });
    }

    private void poll() {
        if (polling || down) return;
        polling = true;
        world.in(Duration.ofMillis(world.between(1, 50)), () -> {
            polling = false;
            if (!down) batch();
        });
    }

    private void batch() {
        var events = polled();
        if (!calm && world.chance(3)) { // applied, but never committed: it must be as if it had not been
            events.forEach(event -> core.apply(event, world.now()));
            core = new Core(settings, store.load(), epoch);
            poll();
            return;
        }
        inbox.removeAll(events);
        var decisions = new ArrayList<Decision>();
        for (var event : events) decisions.addAll(judged(event));
        decisions.addAll(core.explain());
        commit(decisions);
        events.forEach(unheard::remove);
        if (!inbox.isEmpty()) poll();
    }

    /** Everything that came, or what came on one of the topics: there is an order within each, and none between them. */
    private List<Event> polled() {
        if (!world.chance(20)) return List.copyOf(inbox);
        var execution = world.chance(30);
        return inbox.stream().filter(event -> execution == isReport(event)).toList();
    }

    private static boolean isReport(Event event) {
        return event instanceof Event.RankStarted || event instanceof Event.RankFinished;
    }

    /** Until when the reports of the agents have been applied. */
    private Instant heard() {
        return unheard.values().stream().min(Instant::compareTo).orElse(world.now());
    }

    private List<Decision> judged(Event event) {
        var decisions = core.apply(event, world.now());
        judge.see(event, decisions, world.now());
        return decisions;
    }

    private void commit(List<Decision> decisions) {
        var changes = core.changes();
        if (changes.isEmpty()) return;
        store.commit(changes);
        assertEquals(store.load(), core.snapshot(), "the books hold the state");
        assertEquals(
                core.snapshot(),
                new Core(settings, store.load(), epoch).snapshot(),
                "folding the books gives the state");
        for (var decision : decisions) {
            log.add(world.now() + " " + decision);
            judge.published(decision);
            publish.accept(decision);
        }
    }

    private void lead() {
        epoch++;
        core = new Core(settings, store.load(), epoch);
        commit(judged(new Event.LeadTaken(epoch)));
    }

    private void tick() {
        world.in(Duration.ofSeconds(1), this::tick);
        var idle = world.chance(10); // a look at the clock for nothing must change nothing
        if (!down && (idle || core.due().filter(at -> !at.isAfter(world.now())).isPresent()))
            commit(judged(new Event.TimePassed(heard())));
        if (!down && world.chance(5) && world.chance(5)) lookAhead();
    }

    /** Thinks beside the loop: when it says something, other things have happened meanwhile. */
    private void lookAhead() {
        var seen = Forward.news(settings, core.copy(), world.now(), 50);
        world.in(Duration.ofMillis(world.between(0, 5_000)), () -> {
            if (!down) commit(core.expect(seen));
        });
    }
}
