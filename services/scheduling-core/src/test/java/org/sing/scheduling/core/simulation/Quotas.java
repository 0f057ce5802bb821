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

    boolean within(Waiting job, int nodes) {
        return within("USER", job.as.account().owner(), nodes, nodes * job.request.gpusPerNode())
                && within("PROJECT", job.as.account().project(), nodes, nodes * job.request.gpusPerNode());
    }

    private boolean within(String scope, String name, int nodes, int asked) {
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
                && (limit.runningGpus() == 0 || asked == 0 || gpus + asked <= limit.runningGpus())
                && (limit.nodesPerJob() == 0 || nodes <= limit.nodesPerJob());
    }
}
