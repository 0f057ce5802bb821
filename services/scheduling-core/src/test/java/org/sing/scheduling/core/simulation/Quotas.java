package org.sing.scheduling.core.simulation;

import java.util.HashMap;
import java.util.Map;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.simulation.Model.Held;

/** The limits of users and projects, and who would break one. */
final class Quotas {
    private static final Limit NONE = new Limit(Limit.Scope.USER, "*", -1, 0, 0, 0);

    private final Model model;
    private final Map<String, Limit> limits = new HashMap<>();

    Quotas(Model model) {
        this.model = model;
    }

    void change(Limit limit) {
        limits.merge(
                limit.scope() + "/" + limit.name(), limit, (old, next) -> old.version() >= next.version() ? old : next);
    }

    boolean within(Waiting job) {
        return within("USER", job.as.account().owner(), job)
                && within("PROJECT", job.as.account().project(), job);
    }

    private boolean within(String scope, String name, Waiting job) {
        if (scope.equals("PROJECT") && name.isEmpty()) return true;
        var limit = limits.getOrDefault(scope + "/" + name, limits.getOrDefault(scope + "/*", NONE));
        var mine = model.held.values().stream()
                .filter(allocation -> {
                    var account = model.job(allocation.job()).as.account();
                    return name.equals(scope.equals("USER") ? account.owner() : account.project());
                })
                .toList();
        var gpus = mine.stream().mapToInt(Held::gpus).sum();
        return (limit.runningJobs() == 0 || mine.size() + 1 <= limit.runningJobs())
                && (limit.runningGpus() == 0
                        || job.request.gpus() == 0
                        || gpus + job.request.gpus() <= limit.runningGpus())
                && (limit.nodesPerJob() == 0 || job.request.nodes() <= limit.nodesPerJob());
    }
}
