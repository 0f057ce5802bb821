package org.sing.agent.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.sing.agent.domain.Running;
import org.sing.agent.process.Containment.Contained;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.Warning;
import org.sing.snapshots.Unusable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that launches all jobs of the agent, sees them end and follows their output. What it knows comes from the
 * shims' files and the process table, so that jobs from before its own time are no different. What may take long, files
 * that come and go, has threads of its own.
 */
public final class Watcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
    private static final long EVERYBODY_MILLIS = 500;

    private final Witness witness;
    private final Uptime uptime;
    private final Clock clock;
    private final boolean localPeers;
    private final Spawner spawner;
    private final Containment containment;
    private final Map<Path, Watched> watched = new HashMap<>();
    private final LinkedBlockingQueue<Runnable> requests = new LinkedBlockingQueue<>();
    private final ExecutorService files = Executors.newCachedThreadPool(
            task -> Thread.ofPlatform().daemon().name("files").unstarted(task));
    private final Thread thread = Thread.ofPlatform().name("watcher").unstarted(this::run);
    private long everybodyMillis;
    private volatile boolean closed;

    public Watcher(
            Path state,
            Allowance allowance,
            Containment containment,
            boolean localPeers,
            Witness witness,
            Uptime uptime,
            Clock clock)
            throws IOException {
        this.containment = containment;
        this.witness = witness;
        this.uptime = uptime;
        this.clock = clock;
        this.localPeers = localPeers;
        this.spawner = new Spawner(state, allowance, this::news, this::launchAgain);
        thread.start();
    }

    public void launch(Site site, Start start) {
        requests.add(() -> launchNow(site, start));
    }

    /** A job of an earlier life of the agent; it may be over by now. */
    public void adopt(Site site, Running running, long seenMillis) {
        requests.add(() -> watched.put(site.folder(), watch(site).adopted(running, seenMillis)));
    }

    /** Started by an earlier life of the agent, perhaps. */
    public void resolve(Site site) {
        requests.add(() -> {
            var launch = watch(site);
            watched.put(site.folder(), launch);
            launch.resolve();
        });
    }

    /** Ends what has not begun, if it is not about to. */
    public void callOff(Site site) {
        requests.add(() -> {
            var launch = watched.get(site.folder());
            if (launch != null && launch.preparing()) launch.giveUp("was called off before its files were there");
        });
    }

    /** The shim hears nothing of it, and neither do shells that only wait for others, unless the job's own one is meant. */
    public void alert(Site site, Running running, Warning warning) {
        requests.add(() -> {
            if (!ProcessTable.alive(running.pid(), running.ticks())) return;
            var others = containment.processes(new Contained(site, running.pid())).stream()
                    .filter(pid -> pid != running.pid())
                    .filter(pid ->
                            warning.shell() ? ProcessTable.isChild(pid, running.pid()) : !ProcessTable.isShell(pid))
                    .toList();
            LOG.info(
                    "a job is told that its time is soon over allocation={} signal={} processes={}",
                    site.allocation().id(),
                    warning.signal(),
                    others.size());
            Signals.send(warning.signal(), others);
        });
    }

    public void terminate(Site site, Running running) {
        requests.add(() -> {
            if (ProcessTable.alive(running.pid(), running.ticks())) Signals.send("TERM", List.of(-running.pid()));
        });
    }

    public void kill(Site site, Running running) {
        requests.add(() -> containment.kill(List.of(new Contained(site, running.pid()))));
    }

    /** @param untilMillis since boot: none of the node's jobs may live on after it */
    public void lease(String node, long untilMillis) {
        requests.add(() -> {
            try {
                containment.lease(node, untilMillis);
            } catch (IOException e) {
                LOG.warn("nobody else will end the jobs when the lease has run out node={}", node, e);
            }
        });
    }

    /** All about it is on record: the last of the output goes out and the folder goes away. */
    public void finish(Site site) {
        requests.add(() -> {
            var job = watched.remove(site.folder());
            try {
                if (job != null) job.finish();
                containment.release(site);
            } catch (IOException e) {
                LOG.warn(
                        "an ended job left something allocation={}",
                        site.allocation().id(),
                        e);
            }
            if (job == null) files.execute(() -> clear(site));
            else job.preparation().over().thenRunAsync(() -> clear(site), files);
        });
    }

    private static void clear(Site site) {
        try {
            site.workplace().clear(site.allocation().id());
        } catch (IOException e) {
            LOG.warn(
                    "the folder of an ended job could not be cleared allocation={}",
                    site.allocation().id(),
                    e);
        }
    }

    @Override
    public void close() {
        closed = true;
        requests.add(() -> {});
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        files.shutdownNow();
        spawner.close();
        containment.close();
    }

    private void news(Path folder) {
        requests.add(() -> {
            var job = watched.get(folder);
            if (job != null) job.hint();
        });
    }

    private Watched watch(Site site) {
        return new Watched(site, witness, containment, uptime, clock);
    }

    private void launchNow(Site site, Start start) {
        var launch = watch(site);
        watched.put(site.folder(), launch);
        files.execute(() -> {
            var failure = prepare(site, start, launch.preparation());
            launch.preparation().over().complete(null);
            requests.add(() -> begin(launch, failure));
        });
    }

    private Optional<IOException> prepare(Site site, Start start, Preparation preparation) {
        try {
            site.workplace().prepare(start, site.allocation(), localPeers, preparation);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        } catch (RuntimeException e) {
            return Optional.of(new IOException(e));
        }
    }

    /** Unless it was given up meanwhile. */
    private void begin(Watched launch, Optional<IOException> failure) {
        if (!launch.preparing()) return;
        try {
            if (failure.isPresent()) throw failure.get();
            launch.launches();
            spawner.launch(launch.site(), containment.open(launch.site()));
        } catch (IOException e) {
            launch.failed("could not be started: " + words(e));
        }
    }

    /** Ours are sentences; the system's say little without their name. */
    private static String words(IOException e) {
        var ours = e instanceof Unusable || e.getClass() == IOException.class && e.getCause() == null;
        return ours ? e.getMessage() : e.getClass().getSimpleName() + " " + e.getMessage();
    }

    private void launchAgain() {
        requests.add(() -> watched.values().stream().filter(Watched::launching).forEach(launch -> {
            try {
                spawner.launch(launch.site(), containment.open(launch.site()));
            } catch (IOException e) {
                LOG.warn(
                        "a launch could not be repeated allocation={}",
                        launch.site().allocation().id(),
                        e);
            }
        }));
    }

    private void run() {
        while (!closed) {
            try {
                var request = requests.poll(pause(), TimeUnit.MILLISECONDS);
                for (; request != null; request = requests.poll()) request.run();
                look();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.error("watching jobs failed, trying again", e);
            }
        }
    }

    private long pause() {
        return watched.values().stream().mapToLong(Watched::pauseMillis).min().orElse(10_000);
    }

    private void look() {
        var now = uptime.millis();
        var everybody = now - everybodyMillis >= EVERYBODY_MILLIS;
        if (everybody) everybodyMillis = now;
        for (var job : List.copyOf(watched.values())) job.look(now, everybody);
        sweep(now);
    }

    /** Jobs whose shim is gone are over when no process of theirs is left. */
    private void sweep(long now) {
        var ending = watched.values().stream().filter(Watched::sweeping).toList();
        var left = containment.kill(ending.stream().map(Watched::contained).toList());
        for (var job : ending)
            if (left.contains(job.contained())) job.lives(now);
            else job.swept(now);
    }
}
