package io.pinion.server.session;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.catalog.TransactionMode;
import java.util.Optional;

/** What the end of one statement does to the session's transaction. */
public sealed interface TransactionChange {
    TransactionChange NONE = new None();

    /** Nothing. */
    record None() implements TransactionChange {}

    /**
     * A server's answer had status flags, or a query behind it had.
     *
     * @param setsAutocommit the server knew the session's settings, so its autocommit is the session's now
     * @param keepsLocks see {@link TransactionState#reported}
     * @param failed the answer is an error
     * @param work on the shard that the statement touched, if the transaction is open then
     */
    record Reported(
            String pair,
            ServerStatus status,
            boolean setsAutocommit,
            boolean keepsLocks,
            boolean failed,
            Optional<Work> work)
            implements TransactionChange {}

    /** A server's answer, an error, had no status flags. */
    record Unreported(boolean failed, Optional<Work> work) implements TransactionChange {}

    /** A server has rolled back after an error, but goes on with a transaction as if BEGIN had been sent again. */
    record OutlivedRollback(Optional<Work> work) implements TransactionChange {}

    /** {@code then} follows from a success, behind what the answer said. */
    record Both(TransactionChange answer, TransactionChange then) implements TransactionChange {}

    /** AND CHAIN, which the transaction's server has done. */
    record Chained() implements TransactionChange {}

    /** The client's own statement has begun the transaction on a server. */
    record BegunBy(Beginning.Said said) implements TransactionChange {}

    /**
     * A server has accepted a statement about savepoints. Outside of a transaction a savepoint ends at once.
     *
     * @param statement empty when Pinion can't parse it
     */
    record SavepointOnServer(Optional<SavepointStatement> statement) implements TransactionChange {}

    /**
     * Work on one shard.
     *
     * @param place the shard, in words
     * @param promise the transaction mode of its keyspace
     * @param writes whether rows there may have been changed
     */
    record Work(String pair, String place, TransactionMode promise, boolean writes) {}
}
