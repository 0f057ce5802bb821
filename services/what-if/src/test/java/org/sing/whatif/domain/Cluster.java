package org.sing.whatif.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Run;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Change;
import org.sing.schemas.SimulationQuestion.Failures;
import org.sing.schemas.SimulationResult;

/** A cluster that lived for a while, and questions about it. */
final class Cluster {
    static final Errand.Bounds BOUNDS = new Errand.Bounds(5_000, 50_000, 1_000_000, 500);
    static final Change NOTHING =
            new Change(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());

    final Settings settings;
    final Core core;
    Instant now = Instant.ofEpochSecond(1_000_000);
    private long number;

    Cluster(String rule) {
        settings = Settings.DEFAULT.with(Rule.named(rule));
        core = new Core(settings, Snapshot.EMPTY, 1);
    }

    Cluster node(String name, int gpus) {
        return node(name, "default", gpus);
    }

    Cluster node(String name, String group, int gpus) {
        var list = new ArrayList<Node.Gpu>();
        for (var i = 0; i < gpus; i++) list.add(new Node.Gpu("gpu" + i, "GPU"));
        core.apply(new Event.NodeRegistered(name, group, 1, list, 64, 1L << 38, List.of()), now);
        return this;
    }

    Cluster limit(String user, long runningJobs) {
        core.apply(new Event.LimitChanged(new Limit(Limit.Scope.USER, user, 1, runningJobs, 0, 0)), now);
        return this;
    }

    Cluster passes(long seconds) {
        now = now.plusSeconds(seconds);
        return this;
    }

    /** Runs to its limit, as everybody is known to. */
    String submit(String owner, int nodes, int gpus, long limitSeconds) {
        var job = "job-" + ++number;
        core.apply(
                List.of(
                        new Event.JobSubmitted(
                                job,
                                number,
                                "default",
                                new Account(owner, "p"),
                                new Request(nodes, gpus, "", 0, 0, List.of()),
                                new Run("n", limitSeconds)),
                        new Event.JobQueued(job, 1)),
                now);
        return job;
    }

    /** So many runs that lasted longer than any limit here: whoever has one runs to it. */
    Cluster whereEverybodyRunsToTheLimit() {
        node("school", 8);
        for (var i = 0; i < 600; i++) {
            var job = submit("ann", 1, 8, 0);
            now = now.plus(Duration.ofDays(20));
            core.apply(List.of(new Event.RankFinished(job + "-1", 0, true), new Event.JobClosed(job)), now);
        }
        core.apply(new Event.CordonRequested("school", "default", 1), now);
        return this;
    }

    SimulationResult ask(Change change) {
        return ask(change, 0, "ann", false);
    }

    SimulationResult ask(Change change, long seed, String asker, boolean all) {
        return Answers.to(errand(change, seed, asker, all), Optional.empty(), new Budget(1_000_000, percent -> {}));
    }

    Errand errand(Change change, long seed, String asker, boolean all) {
        var question = new SimulationQuestion("queue", Optional.empty(), Optional.empty(), change, seed);
        return Errand.of(question, settings, core.snapshot(), now, asker, all, BOUNDS);
    }

    static Change rule(String name) {
        return new Change(Optional.of(name), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    static Change nodes(int nodes) {
        return new Change(Optional.empty(), Optional.of(nodes), Optional.empty(), List.of(), Optional.empty());
    }

    static Change failures(Failures failures) {
        return new Change(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.of(failures));
    }
}
