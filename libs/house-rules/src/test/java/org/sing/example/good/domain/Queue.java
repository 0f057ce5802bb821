package org.sing.example.good.domain;

import java.time.Instant;
import java.util.List;
import java.util.Random;

/** What a domain may do: everything comes in as an argument. */
public record Queue(List<String> jobs, Instant now) {
    public String draw(long seed) {
        return jobs.get(new Random(seed).nextInt(jobs.size()));
    }

    public boolean before(Queue other) {
        return now().isBefore(other.now());
    }
}
