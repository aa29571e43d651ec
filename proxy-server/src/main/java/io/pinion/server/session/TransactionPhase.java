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
     * @param statement what began it; empty when the server opened it by itself (autocommit=0)
     * @param shard the one shard it works on, in words for messages; empty while it has touched none
     */
    record Open(String pair, String statement, Optional<String> shard) implements TransactionPhase {}
}
