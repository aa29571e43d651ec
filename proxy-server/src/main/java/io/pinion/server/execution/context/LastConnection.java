package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connection that ran a session's last statement, in the pool or not. Only this connection has the statement's
 * diagnostics, and only until another session uses it. Lives on the session's event loop.
 */
final class LastConnection {
    private @Nullable BackendConnection connection;
    private long uses;

    /** The statement's diagnostics on the connection are lost. */
    private boolean gone;

    private boolean ranAny;

    /** A statement of the session has ended on the connection. */
    void ran(BackendConnection on) {
        connection = on;
        uses = on.uses();
        gone = false;
        ranAny = true;
    }

    void gone() {
        gone = true;
    }

    void forget() {
        connection = null;
        ranAny = false;
    }

    boolean ranNothing() {
        return !ranAny;
    }

    boolean is(BackendConnection other) {
        return other == connection;
    }

    /** Whether {@code other} ran the last statement and still has its diagnostics. */
    boolean isAtHand(BackendConnection other) {
        return other == connection && !gone;
    }

    /** Null when the diagnostics are lost. The connection may belong to another session by now. */
    @Nullable
    BackendConnection askable() {
        BackendConnection on = connection;
        return on == null || gone || !on.isReusable() ? null : on;
    }

    /** Whether {@link #askable} is in its pool and unused since. */
    boolean isIdle(BackendConnection askable) {
        return askable.pool().isIdle(askable, uses);
    }

    boolean takeBack(BackendConnection askable) {
        return askable.pool().takeBack(askable, uses);
    }

    /** Whether the pool has just lent this connection again, and to no other session in between. */
    boolean isLentAgain(BackendConnection lent) {
        return lent == connection && lent.uses() == uses + 1;
    }
}
