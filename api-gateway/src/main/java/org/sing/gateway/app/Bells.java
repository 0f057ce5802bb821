package org.sing.gateway.app;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Wakes those who follow a job's output, when it wrote something or something happened to it. */
@ApplicationScoped
public class Bells {
    private static final String JOBS = "jobs/";

    private final Feed feed;
    private final Map<String, Set<UniEmitter<? super Void>>> waiting = new ConcurrentHashMap<>();

    Bells(Feed feed) {
        this.feed = feed;
    }

    void start(@Observes StartupEvent event) {
        feed.listen(entry -> {
            if (!waiting.isEmpty() && entry.event().subject().startsWith(JOBS))
                ring(entry.event().subject().substring(JOBS.length()));
        });
    }

    public boolean anybody() {
        return !waiting.isEmpty();
    }

    public void ring(String job) {
        var woken = waiting.remove(job);
        if (woken != null) woken.forEach(emitter -> emitter.complete(null));
    }

    /** Completes when the bell of the job rings, or after the time. */
    public Uni<Void> rung(String job, Duration atMost) {
        return Uni.createFrom()
                .<Void>emitter(emitter -> {
                    waiting.computeIfAbsent(job, id -> ConcurrentHashMap.newKeySet())
                            .add(emitter);
                    emitter.onTermination(() -> waiting.computeIfPresent(job, (id, all) -> {
                        all.remove(emitter);
                        return all.isEmpty() ? null : all;
                    }));
                })
                .ifNoItem()
                .after(atMost)
                .recoverWithItem((Void) null);
    }
}
