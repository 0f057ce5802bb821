package org.sing.scheduling.core;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The limits of users and projects, and what each of them uses right now. */
final class Limits {
    private final Map<Scoped, Limit> values = new HashMap<>();
    private final Map<Scoped, Use> uses = new HashMap<>();

    private record Scoped(Limit.Scope scope, String name) {}

    private record Use(long jobs, long gpus) {
        static final Use NONE = new Use(0, 0);

        Use plus(int jobs, int gpus) {
            return new Use(this.jobs + jobs, this.gpus + gpus);
        }
    }

    void put(Limit limit) {
        values.put(new Scoped(limit.scope(), limit.name()), limit);
    }

    void use(Account account, int gpus) {
        change(account, 1, gpus);
    }

    void free(Account account, int gpus) {
        change(account, -1, -gpus);
    }

    /** Whether any limit holds for this user or project: if none does, its use decides nothing. */
    boolean bound(Limit.Scope scope, String name) {
        var limit = limit(new Scoped(scope, name));
        return limit.runningJobs() > 0 || limit.runningGpus() > 0;
    }

    /** The limit that one more job of this account would break. */
    Optional<Reason> block(Account account, Request request) {
        var user = block(new Scoped(Limit.Scope.USER, account.owner()), request);
        if (user.isPresent() || account.project().isEmpty()) return user;
        return block(new Scoped(Limit.Scope.PROJECT, account.project()), request);
    }

    private Optional<Reason> block(Scoped who, Request request) {
        var limit = limit(who);
        var use = uses.getOrDefault(who, Use.NONE);
        if (breaks(limit.nodesPerJob(), 0, request.nodes()))
            return Optional.of(
                    over(who, "nodes-per-job", "nodes for one job", limit.nodesPerJob(), 0, request.nodes()));
        if (breaks(limit.runningJobs(), use.jobs, 1))
            return Optional.of(over(who, "running-jobs", "running jobs", limit.runningJobs(), use.jobs, 1));
        if (breaks(limit.runningGpus(), use.gpus, request.gpus()))
            return Optional.of(over(who, "running-gpus", "GPUs in use", limit.runningGpus(), use.gpus, request.gpus()));
        return Optional.empty();
    }

    private Limit limit(Scoped who) {
        var own = values.get(who);
        if (own != null) return own;
        return values.getOrDefault(new Scoped(who.scope, Limit.DEFAULT), Limit.none(who.scope));
    }

    private static boolean breaks(long limit, long current, long more) {
        return limit > 0 && more > 0 && current + more > limit;
    }

    private static Reason over(Scoped who, String name, String what, long limit, long current, long requested) {
        var scope = who.scope == Limit.Scope.USER ? "user" : "project";
        return Reason.blocks(
                scope + "-" + name,
                limit,
                current,
                requested,
                "The limit of this " + scope + " is " + limit + " " + what + "; " + current
                        + " now, and the job asks for " + requested + ".");
    }

    private void change(Account account, int jobs, int gpus) {
        change(new Scoped(Limit.Scope.USER, account.owner()), jobs, gpus);
        change(new Scoped(Limit.Scope.PROJECT, account.project()), jobs, gpus);
    }

    private void change(Scoped who, int jobs, int gpus) {
        var after = uses.getOrDefault(who, Use.NONE).plus(jobs, gpus);
        if (after.equals(Use.NONE)) uses.remove(who);
        else uses.put(who, after);
    }
}
