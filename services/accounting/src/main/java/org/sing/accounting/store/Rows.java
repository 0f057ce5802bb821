package org.sing.accounting.store;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.Json;

/** Set-based statements: all rows of a batch travel as one JSON parameter. */
final class Rows {
    private Rows() {}

    /** Runs {@code sql}, in which {@code :rows} stands for the JSON text; nothing at all when there are no rows. */
    static Uni<Integer> write(Mutiny.Session session, String sql, Collection<?> rows) {
        if (rows.isEmpty()) return Uni.createFrom().item(0);
        return session.createNativeQuery(sql)
                .setParameter("rows", Json.string(rows))
                .executeUpdate();
    }

    /** As {@link #write}, and fails when not exactly one row was written for each: somebody else was there first. */
    static Uni<Void> writeAll(Mutiny.Session session, String sql, Collection<?> rows) {
        return write(session, sql, rows)
                .invoke(written -> {
                    if (written != rows.size())
                        throw new IllegalStateException("rows changed meanwhile: " + (rows.size() - written));
                })
                .replaceWithVoid();
    }

    static <T> Uni<List<T>> read(Mutiny.Session session, String sql, Collection<?> rows, Class<T> type) {
        return session.createNativeQuery(sql, String.class)
                .setParameter("rows", Json.string(rows))
                .getResultList()
                .map(texts -> texts.stream().map(text -> Json.read(text, type)).toList());
    }
}
