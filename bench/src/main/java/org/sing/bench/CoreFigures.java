package org.sing.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Run;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;

/**
 * How fast the scheduler's core decides with a long queue: a full cluster and {@code waiting} jobs, then one end and one
 * arrival after the other, so that the queue keeps its length. In processor time of the one thread, for the machine may be
 * shared: {@code CoreFigures RULE WAITING NODES [STEPS [ahead]]}. With {@code ahead} another thread looks when jobs should
 * start, as it does live.
 */
final class CoreFigures {
    private static final int USERS = 500;
    private static final int GPUS_PER_NODE = 8;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final Random random = new Random(1);
    private final ArrayDeque<Decision.Placed> running = new ArrayDeque<>();
    private final Core core;
    private final String label;
    private final Ahead ahead;
    private Instant now = Instant.EPOCH;
    private long number;
    private long ended;
    private long placed;

    private CoreFigures(String rule, String label, boolean looksAhead) {
        this.label = label;
        var settings = Settings.DEFAULT.with(Rule.named(rule));
        core = new Core(settings, Snapshot.EMPTY, 1);
        ahead = new Ahead(settings, looksAhead);
    }

    public static void main(String[] arguments) {
        var waiting = Integer.parseInt(arguments[1]);
        var nodes = Integer.parseInt(arguments[2]);
        var steps = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 2_000;
        var label = "%-7s %,8d waiting x %,6d GPUs".formatted(arguments[0], waiting, nodes * GPUS_PER_NODE);
        new CoreFigures(arguments[0], label, arguments.length > 4).run(waiting, nodes, steps);
    }

    private void run(int waiting, int nodes, int steps) {
        for (var node = 0; node < nodes; node++) tell(List.of(join("node-%05d".formatted(node))));
        tell(List.of(new Event.LimitChanged(new Limit(Limit.Scope.USER, "*", 1, 200, 400, 0))));
        fill(50);
        var before = heap();
        fill(waiting);
        System.out.printf("%s: %,d bytes per waiting job%n", label, (heap() - before) / (waiting - 50));
        for (var step = 0; step < steps; step++) step(waiting, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        var ends = new ArrayList<Long>();
        var arrivals = new ArrayList<Long>();
        var answers = new ArrayList<Long>();
        placed = 0;
        ahead.begin();
        for (var step = 0; step < steps; step++) step(waiting, ends, arrivals, answers);
        say("an end, and what starts upon it", ends);
        say("an arrival", arrivals);
        say("answers why jobs wait, after each", answers);
        var seconds = (sum(ends) + sum(arrivals)) / 1e9;
        var events = ends.size() + arrivals.size();
        System.out.printf(
                "%s: %,.0f events/s, %,.0f placements/s, answers apart%n", label, events / seconds, placed / seconds);
        ahead.end().forEach(this::say);
    }

    /** An end, and as many arrivals as jobs started. */
    private void step(int waiting, List<Long> ends, List<Long> arrivals, List<Long> answers) {
        now = now.plusMillis(3_600_000L / running.size());
        ends.add(timed(this::end));
        ahead.offer(core, now);
        answers.add(timed(this::answer));
        while (waits() < waiting) {
            arrivals.add(timed(this::submit));
            answers.add(timed(this::answer));
        }
    }

    /** Answered one by one, as they come in life: to answer all at once is quadratic. */
    private void fill(int waiting) {
        while (waits() < waiting) {
            submit();
            answer();
        }
    }

    private long waits() {
        return number - ended - running.size();
    }

    private void submit() {
        var job = "job_" + ++number;
        var gpus = List.of(1, 1, 2, 2, 4, 8).get(random.nextInt(6));
        var nodes = List.of(1, 1, 1, 2, 4).get(random.nextInt(5));
        var user = random.nextInt(USERS);
        var account = new Account("user-" + user, "project-" + user % 20);
        var request = new Request(nodes, gpus, "", 0, 0, List.of());
        var run = new Run("train-" + random.nextInt(3), 0);
        tell(List.of(
                new Event.JobSubmitted(job, number, "default", account, request, run), new Event.JobQueued(job, 1)));
    }

    private void end() {
        var over = running.remove();
        ended++;
        var events = new ArrayList<Event>();
        for (var share : over.shares()) events.add(new Event.RankFinished(over.allocation(), share.rank(), true));
        events.add(new Event.JobClosed(over.job()));
        tell(events);
    }

    private void tell(List<Event> events) {
        for (var decision : core.apply(events, now))
            if (decision instanceof Decision.Placed one) {
                running.add(one);
                placed++;
            }
    }

    /** What the service asks after each batch, and the records that it writes down. */
    private void answer() {
        core.explain();
        core.changes();
    }

    private void say(String what, List<Long> nanos) {
        var sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%s: %s: p50 %,d us, p99 %,d us, longest %,d us%n",
                label,
                what,
                sorted[sorted.length / 2] / 1000,
                sorted[sorted.length * 99 / 100] / 1000,
                sorted[sorted.length - 1] / 1000);
    }

    static long timed(Runnable step) {
        var start = CPU.getCurrentThreadCpuTime();
        step.run();
        return CPU.getCurrentThreadCpuTime() - start;
    }

    private static double sum(List<Long> nanos) {
        return nanos.stream().mapToLong(Long::longValue).sum();
    }

    private static Event join(String node) {
        var gpus = IntStream.range(0, GPUS_PER_NODE)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                .toList();
        return new Event.NodeRegistered(node, "default", 1, gpus, 64, 512L << 30, List.of());
    }

    private long heap() {
        answer();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
