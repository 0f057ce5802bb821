package org.sing.bus;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The places where a test lets a service stumble. Nobody arms them in production. */
@Singleton
public final class FaultPoints {

    public enum Point {
        /** The subscriber is about to be called; a slow handler waits here. */
        APPLYING,
        /** Everything of the batch is written, nothing is committed. */
        BEFORE_COMMIT,
        /** Rows are committed and read by the relay, none is sent. */
        BEFORE_PUBLISH,
        /** All rows are sent, the broker's transaction is still open. */
        BEFORE_BROKER_COMMIT,
        /** The broker has the rows, the outbox does not know it. */
        BEFORE_MARK
    }

    private final Map<Point, Supplier<Uni<Void>>> armed = new ConcurrentHashMap<>();

    /** What happens at the point from now on: a failure, a delay, the end of the process. */
    public void arm(Point point, Supplier<Uni<Void>> fault) {
        armed.put(point, fault);
    }

    public void disarm() {
        armed.clear();
    }

    Uni<Void> reach(Point point) {
        var fault = armed.get(point);
        return fault == null ? Uni.createFrom().voidItem() : here(fault);
    }

    /** Goes on where it was called: a session must not change its thread. */
    static Uni<Void> here(Supplier<Uni<Void>> fault) {
        var context = Vertx.currentContext();
        var struck = Uni.createFrom().deferred(fault::get);
        return context == null ? struck : struck.emitOn(task -> context.runOnContext(ignored -> task.run()));
    }
}
