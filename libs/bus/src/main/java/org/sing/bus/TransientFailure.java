package org.sing.bus;

import io.vertx.core.VertxException;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.hibernate.StaleStateException;
import org.hibernate.exception.JDBCConnectionException;

/** Tells failures that time heals (the database is away, somebody was faster) from those that repeat. */
final class TransientFailure {
    /** Connection, rollback (deadlock), resources, operator intervention; then read-only server and idle transaction. */
    private static final List<String> STATES = List.of("08", "40", "53", "57", "25006", "25P03", "55P03");

    private TransientFailure() {}

    static boolean is(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) if (heals(cause)) return true;
        return false;
    }

    private static boolean heals(Throwable cause) {
        return switch (cause) {
            case PgException e -> heals(e.getSqlState());
            case SQLException e -> heals(e.getSQLState());
            case ClosedConnectionException e -> true;
            case JDBCConnectionException e -> true;
            case StaleStateException e -> true;
            case SocketException e -> true;
            case UnknownHostException e -> true;
            case ClosedChannelException e -> true;
            case TimeoutException e -> true;
            case VertxException e -> true;
            // An exhausted pool has no type of its own.
            case NoStackTraceThrowable e -> true;
            default -> false;
        };
    }

    private static boolean heals(String state) {
        return state != null && STATES.stream().anyMatch(state::startsWith);
    }
}
