package org.sing.e2e;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A researcher's script that does not give up: the same request with the same key, until somebody answers. */
final class Load {
    private static final int MOST_TRIES = 400;
    private final Api api;
    final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    final AtomicInteger repeated = new AtomicInteger();

    Load(Api api) {
        this.api = api;
    }

    /** The id of the job, once it is acknowledged. */
    String submit(String key, Object job) throws InterruptedException {
        var answer = insist("jobs", key, job);
        if (!answer.accepted()) throw new IllegalStateException("submit answered " + answer);
        var id = answer.body().path("id").asText();
        acknowledged.add(id);
        return id;
    }

    /** A job that is over already cannot be cancelled, which is an answer too. */
    void cancel(String id) throws InterruptedException {
        var answer = insist("jobs/" + id + "/cancel", "cancel-" + id, java.util.Map.of());
        if (answer.status() / 100 == 2) cancelled.add(id);
        else if (answer.status() != 409) throw new IllegalStateException("cancel answered " + answer);
    }

    private Api.Answer insist(String path, String key, Object body) throws InterruptedException {
        for (int attempt = 1; attempt <= MOST_TRIES; attempt++) {
            try {
                var answer = api.post(path, key, body);
                if (answer.status() < 500 && answer.status() != 429 && answer.status() != 404) return answer;
            } catch (IOException unanswered) {
                // Whether it arrived is unknown: that is what the key is for.
            }
            repeated.incrementAndGet();
            Thread.sleep(250);
        }
        throw new IllegalStateException(path + " was never answered");
    }
}
