package org.sing.gateway.app;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * How often a person may ask. Cancels have a bucket of their own: whoever submitted too much must be able to take it
 * back.
 */
@ApplicationScoped
public class RateLimits {
    private static final Duration FORGET_AFTER = Duration.ofMinutes(10);
    private static final int REMEMBERED = 100_000;

    public enum Kind {
        READ,
        WRITE,
        CANCEL
    }

    private record Key(String who, Kind kind) {}

    private final Cache<Key, Bucket> buckets = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterAccess(FORGET_AFTER)
            .build();
    private final int reads;
    private final int writes;

    RateLimits(
            @ConfigProperty(name = "sing.gateway.rate.reads-per-second", defaultValue = "200") int reads,
            @ConfigProperty(name = "sing.gateway.rate.writes-per-second", defaultValue = "200") int writes) {
        this.reads = reads;
        this.writes = writes;
    }

    /** @param remaining requests that may follow at once */
    public record Verdict(boolean admitted, Kind kind, long limit, long remaining, long retryAfterSeconds) {
        private String name() {
            return kind.name().toLowerCase(Locale.ROOT);
        }

        /** As in the IETF draft "RateLimit header fields for HTTP". */
        public String header() {
            return "\"%s\";r=%d;t=%d".formatted(name(), remaining, retryAfterSeconds);
        }

        public String policy() {
            return "\"%s\";q=%d;w=10".formatted(name(), limit);
        }
    }

    public Verdict take(String who, Kind kind) {
        var perSecond = kind == Kind.READ ? reads : writes;
        var limit = perSecond * 10L;
        var probe = buckets.get(new Key(who, kind), key -> bucket(limit)).tryConsumeAndReturnRemaining(1);
        var wait = Math.max(1, Math.ceilDiv(probe.getNanosToWaitForRefill(), 1_000_000_000L));
        return new Verdict(probe.isConsumed(), kind, limit, probe.getRemainingTokens(), probe.isConsumed() ? 0 : wait);
    }

    /** Ten seconds' worth may come at once. */
    private static Bucket bucket(long limit) {
        return Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(limit)
                        .refillGreedy(limit, Duration.ofSeconds(10))
                        .build())
                .build();
    }
}
