package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Transactions outside a batch: timers, requests. Runs on a safe context of its own, is never cancelled half-way, and
 * wakes the relay when it committed.
 */
public interface Transactions {
    <T> Uni<T> run(Function<Mutiny.Session, Uni<T>> work);
}
