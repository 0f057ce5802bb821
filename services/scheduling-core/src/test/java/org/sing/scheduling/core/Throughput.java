package org.sing.scheduling.core;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** How fast the core decides with a long queue: run its {@code main} for the figures of the README. */
final class Throughput {
    private static final int NODES = 64;
    private static final int WAITING = 10_000;
    private static final int ENDS = 20_000;

    /** Not the wall clock: the machine may be shared. */
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private final Random random = new Random(1);
    private final ArrayDeque<Decision.Placed> running = new ArrayDeque<>();
    private final Core core = new Core(Settings.DEFAULT, Snapshot.EMPTY, 1);
    private final int users;
    private Instant now = Instant.EPOCH;
    private long number;

    private Throughput(int users) {
        this.users = users;
    }

    public static void main(String[] arguments) {
        for (var users : List.of(20, 500, 20, 500)) new Throughput(users).run();
    }

    private void run() {
        for (var node = 1; node <= NODES; node++) join("node-%03d".formatted(node));
        apply(new Event.LimitChanged(new Limit(Limit.Scope.USER, "*", 1, 30, 64, 0)));
        var arrivals = timed(IntStream.range(0, WAITING)
                .mapToObj(i -> (Runnable) this::submit)
                .toList());
        var ends = timed(
                IntStream.range(0, ENDS).mapToObj(i -> (Runnable) this::end).toList());
        System.out.printf(
                "%d users, %d jobs waiting: arrival %s; an end, what it starts, and an arrival %s%n",
                users, core.snapshot().jobs().size() - running.size(), arrivals, ends);
    }

    private void join(String node) {
        var gpus = IntStream.range(0, 8)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                .toList();
        apply(new Event.NodeRegistered(node, "default", 1, gpus, 40, 256L << 30, List.of()));
    }

    private void submit() {
        var job = "job_" + ++number;
        var gpus = List.of(1, 1, 2, 2, 4, 8).get(random.nextInt(6));
        var nodes = List.of(1, 1, 1, 2, 4).get(random.nextInt(5));
        var user = random.nextInt(users);
        var account = new Account("user-" + user, "project-" + user % 20);
        apply(new Event.JobSubmitted(job, number, "default", account, Scenario.request(nodes, gpus)));
        apply(new Event.JobQueued(job, 1));
    }

    private void end() {
        var ended = running.remove();
        for (var share : ended.shares()) apply(new Event.RankFinished(ended.allocation(), share.rank(), true));
        apply(new Event.JobClosed(ended.job()));
        submit();
    }

    private void apply(Event event) {
        now = now.plusMillis(1);
        for (var decision : core.apply(event, now)) if (decision instanceof Decision.Placed placed) running.add(placed);
        core.explain();
        core.changes();
    }

    private static String timed(List<Runnable> steps) {
        var nanos = new ArrayList<Long>();
        for (var step : steps) {
            var start = CPU.getCurrentThreadCpuTime();
            step.run();
            nanos.add(CPU.getCurrentThreadCpuTime() - start);
        }
        var sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return "%,.0f per second (median %d us, 99th percentile %d us)"
                .formatted(
                        1e9 * sorted.length / Arrays.stream(sorted).sum(),
                        sorted[sorted.length / 2] / 1000,
                        sorted[sorted.length * 99 / 100] / 1000);
    }
}
