package io.pinion.server.session;

import java.util.Optional;

/**
 * Where a session stands between BEGIN and COMMIT.
 *
 * <pre>
 *            BEGIN                first statement            COMMIT, ROLLBACK
 *   None ────────────▶ Deferred ────────────────▶ Open ────────────────────▶ None
 *     └── the server says so: autocommit=0, XA ────▶┘
 * </pre>
 */
public sealed interface TransactionPhase {

    /** Nothing is open. With autocommit off, the next statement that touches a table opens a transaction. */
    record None() implements TransactionPhase {}

    /**
     * The client was told that its transaction has begun, but no server was: it isn't known yet which.
     *
     * @param statement what begins it, such as {@code BEGIN} or {@code START TRANSACTION READ ONLY}
     */
    record Deferred(String statement) implements TransactionPhase {}

    /**
     * A transaction is open on the primary of {@code pair}.
     *
     * @param again what begins such a transaction on another pair, as long as this one has touched nothing: the empty text
     *     when autocommit=0 does; absent when it has more to it, such as a snapshot or savepoints
     * @param shard the one shard it works on, in words for messages; empty while it has touched none
     */
    record Open(String pair, Optional<String> again, Optional<String> shard) implements TransactionPhase {
        /** Nobody can tell when it begins anew elsewhere. */
        public boolean isMovable() {
            return again.isPresent() && shard.isEmpty();
        }
    }
}
