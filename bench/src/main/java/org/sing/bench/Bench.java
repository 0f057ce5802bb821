package org.sing.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures the running system from outside: {@code Bench <path of ./sing> latency|submissions|jobs|footprint [n]}. */
public final class Bench {
    private static final long PATIENCE_SECONDS = 300;
    private final Campus campus;

    private Bench(Campus campus) {
        this.campus = campus;
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new Bench(new Campus(Path.of(arguments[0]).toAbsolutePath()));
        var n = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        switch (arguments[1]) {
            case "latency" -> bench.latency(n == 0 ? 200 : n);
            case "submissions" -> bench.submissions(n == 0 ? 2000 : n);
            case "jobs" -> bench.jobs(n == 0 ? 2000 : n);
            case "footprint" -> bench.footprint();
            default ->
                throw new IllegalArgumentException("latency, submissions, jobs or footprint, not " + arguments[1]);
        }
        System.exit(0);
    }

    /** One job at a time on the idle system: from the request to its 201, and to the event that it runs. */
    private void latency(int jobs) throws Exception {
        var running = new ConcurrentHashMap<String, Long>();
        var ended = new ConcurrentHashMap<String, Long>();
        var alice = campus.as("alice");
        try (var stream = watch(running, ended)) {
            for (int i = 0; i < 50; i++) await(ended, submit(alice, false));
            var accepted = new double[jobs];
            var started = new double[jobs];
            for (int i = 0; i < jobs; i++) {
                var from = System.nanoTime();
                var job = submit(alice, false);
                accepted[i] = (System.nanoTime() - from) / 1e6;
                await(ended, job);
                started[i] = (running.get(job) - from) / 1e6;
            }
            print("submit to accepted, ms", Figures.of(accepted));
            print("submit to running, ms", Figures.of(started));
        }
    }

    /** Held jobs, so that nothing but submission is measured: token checked, durable, answered 201 or 202. */
    private void submissions(int jobs) throws Exception {
        rate(jobs / 2, 8);
        for (int connections : List.of(8, 32)) {
            var answers = rate(jobs, connections);
            print("submissions over " + connections + " connections", answers);
        }
    }

    private String rate(int jobs, int connections) throws Exception {
        var statuses = new ConcurrentHashMap<Integer, AtomicInteger>();
        var from = System.nanoTime();
        try (var pool = Executors.newFixedThreadPool(connections)) {
            var apis = new ArrayList<org.sing.e2e.Api>();
            for (int c = 0; c < connections; c++) apis.add(campus.as("alice"));
            from = System.nanoTime();
            for (int c = 0; c < connections; c++) {
                var api = apis.get(c);
                var share = jobs / connections;
                pool.submit(() -> {
                    for (int i = 0; i < share; i++)
                        statuses.computeIfAbsent(
                                        api.post("jobs", key(), job(true)).status(), s -> new AtomicInteger())
                                .incrementAndGet();
                    return null;
                });
            }
        }
        var seconds = (System.nanoTime() - from) / 1e9;
        var accepted = statuses.entrySet().stream()
                .filter(e -> e.getKey() == 201 || e.getKey() == 202)
                .mapToInt(e -> e.getValue().get())
                .sum();
        return String.format(Locale.ROOT, "%.0f/s  answers %s", accepted / seconds, statuses);
    }

    /** One-GPU jobs that run {@code true}, all submitted at once, until the last has ended. */
    private void jobs(int jobs) throws Exception {
        var running = new ConcurrentHashMap<String, Long>();
        var ended = new ConcurrentHashMap<String, Long>();
        var alice = campus.as("alice");
        try (var stream = watch(running, ended)) {
            for (int i = 0; i < 100; i++) submit(alice, false);
            awaitCount(ended, 100);
            var eventsBefore = campus.feedPosition();
            var bytesBefore = campus.topicBytes();
            var before = campus.cpuMillis();
            var from = System.nanoTime();
            var flight = new Semaphore(32);
            var mine = Collections.synchronizedSet(new HashSet<String>());
            for (int i = 0; i < jobs; i++) {
                flight.acquire();
                alice.postLater("jobs", key(), job(false)).whenComplete((answer, failure) -> {
                    if (failure == null && answer.accepted()) mine.add(jobId(answer));
                    flight.release();
                });
            }
            flight.acquire(32);
            if (mine.size() != jobs) throw new IllegalStateException("only " + mine.size() + " were accepted");
            awaitCount(ended, 100 + jobs);
            var seconds = (mine.stream().mapToLong(ended::get).max().orElseThrow() - from) / 1e9;
            var used = difference(before, campus.cpuMillis());
            var total = used.values().stream().mapToDouble(Double::doubleValue).sum();
            print(
                    "jobs/s end to end",
                    String.format(Locale.ROOT, "%.1f  (%d jobs in %.1f s)", jobs / seconds, jobs, seconds));
            print("CPU ms per job, all processes", String.format(Locale.ROOT, "%.1f", total / jobs));
            var events = campus.feedPosition() - eventsBefore;
            print("events per job", String.format(Locale.ROOT, "%.1f", (double) events / jobs));
            print("CPU ms per event, all processes", String.format(Locale.ROOT, "%.1f", total / events));
            print(
                    "bytes per event in the broker's logs",
                    String.format(Locale.ROOT, "%.0f", (double) (campus.topicBytes() - bytesBefore) / events));
            used.forEach((part, millis) -> print("  " + part, String.format(Locale.ROOT, "%.2f", millis / jobs)));
        }
    }

    private void footprint() throws Exception {
        var bytes = campus.residentBytes();
        bytes.forEach((part, size) -> print(part, String.format(Locale.ROOT, "%.0f MiB", size / 1048576.0)));
        var total = bytes.values().stream().mapToLong(Long::longValue).sum();
        print("resident in total", String.format(Locale.ROOT, "%.2f GiB", total / 1073741824.0));
    }

    private EventStream watch(Map<String, Long> running, Map<String, Long> ended) throws Exception {
        return new EventStream(campus.api(), campus.token("alice"), (event, at) -> {
            var job = event.path("subject").asText().replace("jobs/", "");
            switch (event.path("type").asText()) {
                case "org.sing.job.running.v1" -> running.putIfAbsent(job, at);
                case "org.sing.job.finished.v1" -> {
                    running.putIfAbsent(job, at);
                    ended.putIfAbsent(job, at);
                    synchronized (ended) {
                        ended.notifyAll();
                    }
                }
                default -> {}
            }
        });
    }

    private static String submit(org.sing.e2e.Api api, boolean held) throws Exception {
        var answer = api.post("jobs", key(), job(held));
        if (!answer.accepted()) throw new IllegalStateException("submit answered " + answer);
        return jobId(answer);
    }

    private static String jobId(org.sing.e2e.Api.Answer answer) {
        return answer.body().path("id").asText();
    }

    private static Map<String, Object> job(boolean held) {
        var job = new HashMap<String, Object>(Map.of("name", "bench", "script", List.of("true"), "gpus", 1));
        if (held) job.put("hold", true);
        return job;
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }

    private static void await(Map<String, Long> ended, String job) throws InterruptedException {
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        synchronized (ended) {
            while (!ended.containsKey(job)) {
                if (System.nanoTime() > until) throw new IllegalStateException(job + " has not ended");
                ended.wait(1000);
            }
        }
    }

    private static void awaitCount(Map<String, Long> ended, int count) throws InterruptedException {
        var until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        synchronized (ended) {
            while (ended.size() < count) {
                if (System.nanoTime() > until) throw new IllegalStateException("only " + ended.size() + " have ended");
                ended.wait(1000);
            }
        }
    }

    private static Map<String, Double> difference(Map<String, Double> before, Map<String, Double> after) {
        var used = new java.util.LinkedHashMap<String, Double>();
        after.forEach((part, millis) -> used.put(part, millis - before.getOrDefault(part, 0.0)));
        return used;
    }

    private static void print(String what, Object figure) {
        System.out.printf(Locale.ROOT, "%-40s %s%n", what, figure);
    }
}
