package org.sing.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** Keeps messages in {@code bus_outbox}, in one statement however many there are. */
@ApplicationScoped
class StoredOutbox implements Outbox {
    /** {@code json}, not {@code jsonb}: the text leaves as it came. */
    private static final String APPEND = """
            insert into bus_outbox (topic, key, source, subject, sequence, envelope)
            select e ->> 'bustopic', coalesce(e ->> 'buskey', ''), e ->> 'source', e ->> 'subject',
                   coalesce(cast(e ->> 'sequence' as bigint), 0), e
            from json_array_elements(cast(cast(:messages as text) as json)) with ordinality as m(e, position)
            order by position
            """;

    private final int maxMessageBytes;

    StoredOutbox(Settings settings) {
        maxMessageBytes = settings.maxMessageBytes();
    }

    @Override
    public Uni<Void> append(Mutiny.Session session, List<Envelope> messages) {
        if (messages.isEmpty()) return Uni.createFrom().voidItem();
        var rows = new StringBuilder("[");
        for (var message : messages) {
            var row = Json.string(message);
            // The broker would refuse it for ever, and everything behind it would wait.
            if (isTooLarge(row))
                throw new IllegalArgumentException("message " + message.id() + " is too large: " + row.length());
            rows.append(rows.length() == 1 ? "" : ",").append(row);
        }
        Database.appended();
        return session.createNativeQuery(APPEND)
                .setParameter("messages", rows.append(']').toString())
                .executeUpdate()
                .replaceWithVoid();
    }

    private boolean isTooLarge(String row) {
        return row.length() > maxMessageBytes / 3 && row.getBytes(UTF_8).length > maxMessageBytes;
    }
}
