package org.sing.bus;

import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;

/**
 * Runs transactions, each on a duplicated context and in a session of its own, so that neither is ever shared
 * (HR000069). A subscriber that goes away leaves the transaction running: cancelling one while it waits for a connection
 * loses a slot of the pool (hibernate-reactive#4133).
 */
@ApplicationScoped
class Database implements Transactions {
    private static final String APPENDED = "sing.bus.appended";

    private final Mutiny.SessionFactory sessions;
    private final Vertx vertx;
    private final Bell relay;

    Database(Mutiny.SessionFactory sessions, Vertx vertx, Bell relay) {
        this.sessions = sessions;
        this.vertx = vertx;
        this.relay = relay;
    }

    @Override
    public <T> Uni<T> run(Function<Mutiny.Session, Uni<T>> work) {
        return Uni.createFrom().emitter(emitter -> {
            var caller = Vertx.currentContext();
            var own = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
            VertxContextSafetyToggle.setContextSafe(own, true);
            own.runOnContext(ignored -> transaction(work)
                    .subscribe()
                    .with(
                            item -> {
                                if (appended(own)) relay.ring();
                                resume(caller, () -> emitter.complete(item));
                            },
                            failure -> resume(caller, () -> emitter.fail(failure))));
        });
    }

    private <T> Uni<T> transaction(Function<Mutiny.Session, Uni<T>> work) {
        return Uni.createFrom().deferred(() -> sessions.withTransaction(work));
    }

    /** The transaction of the current context has a message for the relay. */
    static void appended() {
        var context = Vertx.currentContext();
        if (context != null && VertxContext.isDuplicatedContext(context)) context.putLocal(APPENDED, true);
    }

    private static boolean appended(Context context) {
        return context.getLocal(APPENDED) != null;
    }

    private static void resume(Context caller, Runnable result) {
        if (caller == null) result.run();
        else caller.runOnContext(ignored -> result.run());
    }
}
