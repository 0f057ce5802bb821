package org.sing.gateway.api.body;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sing.gateway.store.JobReader.Found;
import org.sing.schemas.JobPhase;

/**
 * An array of jobs as a whole.
 *
 * @param id {@code arr_...}
 * @param states how many of its tasks are in each
 * @param finishedAt when the last one ended, once all have
 */
public record ArrayBody(
        String id,
        long number,
        String name,
        String owner,
        Optional<String> ownerName,
        String project,
        int tasks,
        Map<JobPhase, Integer> states,
        Instant submittedAt,
        Optional<Instant> finishedAt) {

    /** @param tasks all that there are; at least one */
    public static ArrayBody of(List<Found> tasks) {
        var first = tasks.getFirst().identity();
        var task = first.array().orElseThrow();
        var states = new TreeMap<JobPhase, Integer>();
        for (var found : tasks) states.merge(found.job().life().phase(), 1, Integer::sum);
        var ends = tasks.stream()
                .flatMap(it -> it.job().life().finishedAt().stream())
                .toList();
        return new ArrayBody(
                task.array(),
                task.number(),
                first.name(),
                first.owner(),
                tasks.getFirst().ownerName(),
                first.project(),
                task.tasks(),
                states,
                first.submittedAt(),
                ends.stream().max(Comparator.naturalOrder()).filter(last -> ends.size() == task.tasks()));
    }
}
