package org.sing.gateway.app;

import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.sing.bus.CommandSender;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelopes;
import org.sing.schemas.FeedEntry;

/** Sends commands, and finds the answers to them in the feed. */
@ApplicationScoped
public class Commands {
    private static final Envelopes ENVELOPES = Envelopes.of("/services/gateway");
    private static final String OUTCOME = "org.sing.command.";

    private final CommandSender sender;
    private final Feed feed;
    private final Trace trace;
    private final Clock clock;
    private final Duration patience;
    private final Map<String, UniEmitter<? super Outcome>> waiting = new ConcurrentHashMap<>();

    Commands(
            CommandSender sender,
            Feed feed,
            Trace trace,
            Clock clock,
            @ConfigProperty(name = "sing.gateway.outcome-wait", defaultValue = "2s") Duration patience) {
        this.sender = sender;
        this.feed = feed;
        this.trace = trace;
        this.clock = clock;
        this.patience = patience;
    }

    void start(@Observes StartupEvent event) {
        feed.listen(this::hear);
    }

    /** @param actor the pseudonymous id of the person */
    public Uni<Outcome> send(String topic, String key, String subject, String actor, Record command) {
        var id = UUID.randomUUID().toString();
        var cause = new Envelopes.Cause(id, "", actor, trace.next());
        var envelope = ENVELOPES.message(id, topic, key, subject, cause, clock.instant(), command);
        // the answer may be faster than the broker's acknowledgement: wait first, then send
        Uni<Outcome> answer = Uni.createFrom()
                .<Outcome>emitter(emitter -> waiting.put(id, emitter))
                .memoize()
                .indefinitely();
        answer.subscribe().with(outcome -> {}, failure -> {});
        return sender.send(envelope)
                .chain(() -> answer.ifNoItem().after(patience).recoverWithItem(new Outcome.Open()))
                .onTermination()
                .invoke(() -> waiting.remove(id));
    }

    private void hear(FeedEntry entry) {
        if (waiting.isEmpty() || !entry.event().type().startsWith(OUTCOME)) return;
        var emitter = waiting.remove(entry.event().data().path("command").asText());
        if (emitter != null) emitter.complete(outcome(entry));
    }

    private static Outcome outcome(FeedEntry entry) {
        if (entry.event().type().endsWith(".accepted.v1"))
            return new Outcome.Accepted(entry.position(), entry.event().subject());
        var refused = entry.event().as(CommandOutcome.Refused.class);
        return new Outcome.Refused(entry.position(), refused.code(), refused.detail(), refused.errors());
    }
}
