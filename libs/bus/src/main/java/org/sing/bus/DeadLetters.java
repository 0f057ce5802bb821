package org.sing.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Place;
import org.sing.bus.Heard.Unreadable;
import org.sing.schemas.DeadLetter;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;

/** Tells of records that this service could not take; through the outbox, so that each is told of with its rollback or not at all. */
@ApplicationScoped
class DeadLetters {
    /** The record itself is still on its topic; the letter need not hold all of a large one. */
    private static final int MAX_PAYLOAD = 100_000;

    private final Outbox outbox;
    private final Names names;
    private final Clock clock = Clock.systemUTC();

    DeadLetters(Outbox outbox, Names names) {
        this.outbox = outbox;
        this.names = names;
    }

    Uni<Void> append(Mutiny.Session session, List<Unreadable> unreadable) {
        return outbox.append(
                session,
                unreadable.stream()
                        .map(bad -> letter(
                                bad.place(), bad.error(), 1, new String(bad.value(), UTF_8), Cause.by(names.source())))
                        .toList());
    }

    Uni<Void> append(Mutiny.Session session, Message failed, String error, int attempts) {
        var payload = Json.string(failed.envelope());
        return outbox.append(
                session, List.of(letter(failed.place(), error, attempts, payload, Cause.of(failed.envelope()))));
    }

    private Envelope letter(Place place, String error, int attempts, String payload, Cause cause) {
        var now = clock.instant();
        var subject = place.topic() + ":" + place.partition() + ":" + place.offset();
        var kept = payload.substring(0, Math.min(payload.length(), MAX_PAYLOAD));
        var letter = new DeadLetter(
                names.service(),
                place.topic(),
                place.partition(),
                place.offset(),
                place.key(),
                error,
                attempts,
                now,
                kept);
        return Envelopes.of(names.source())
                .message(
                        "dead:" + subject + ":" + attempts,
                        Topics.deadLetters(names.service()),
                        place.key(),
                        "records/" + subject,
                        cause,
                        now,
                        letter);
    }
}
