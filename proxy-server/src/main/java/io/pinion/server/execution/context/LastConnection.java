package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import org.jspecify.annotations.Nullable;

/**
 * The connection that ran a session's last statement, wherever it is now: what that statement has left can only be asked
 * there, and only while nobody else has used it. Lives on the session's event loop.
 */
final class LastConnection {
    private @Nullable BackendConnection connection;
    private long uses;

    /** What the statement has left can't be asked there any more. */
    private boolean gone;

    private boolean ranAny;

    /** A statement of the session has ended there. */
    void ran(BackendConnection on) {
        connection = on;
        uses = on.uses();
        gone = false;
        ranAny = true;
    }

    void isGone() {
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

    /** It ran the last statement, and can still be asked for what that has left. */
    boolean isAtHand(BackendConnection other) {
        return other == connection && !gone;
    }

    /** Null when it can't be asked any more; it may be another's by now. */
    @Nullable
    BackendConnection askable() {
        BackendConnection on = connection;
        return on == null || gone || !on.isReusable() ? null : on;
    }

    /** Nobody has used {@link #askable} since. */
    boolean isIdle(BackendConnection askable) {
        return askable.pool().isIdle(askable, uses);
    }

    boolean takeBack(BackendConnection askable) {
        return askable.pool().takeBack(askable, uses);
    }

    /** The pool has just lent it, and nobody else had it meanwhile. */
    boolean isLentAgain(BackendConnection lent) {
        return lent == connection && lent.uses() == uses + 1;
    }
}
