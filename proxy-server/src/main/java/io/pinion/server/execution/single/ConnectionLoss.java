package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.TransactionState;

/** The loss of a connection for its session: the transaction and the state that were there, and the client's error. */
public final class ConnectionLoss {
    private ConnectionLoss() {}

    /** As {@link #whileKept(SessionContext, BackendConnection)}, in answer to {@code run}. */
    static ServerError whileKept(SessionContext session, BackendRequest run, BackendConnection kept) {
        ServerError error = whileKept(session, kept);
        session.tellAgainBehind(run, error);
        return error;
    }

    /** The error for a kept connection that is lost, with all state that pinned it. */
    public static ServerError whileKept(SessionContext session, BackendConnection kept) {
        TransactionState transaction = session.state().transaction();
        boolean shared = transaction.isShared();
        boolean inTransaction = session.pinned().holdsTransaction(kept);
        session.pinned().discard(kept);
        if (inTransaction) {
            session.abandonTransaction();
        }
        return new ServerError(
                inTransaction ? ErrorCode.SERVER_SHUTDOWN : ErrorCode.UNKNOWN_ERROR,
                "server " + kept.pool().server().name() + " of pair "
                        + kept.pool().pair() + " went away between two statements"
                        + (inTransaction
                                ? ": the transaction is rolled back" + (shared ? " on every pair" : "")
                                        + "; begin it again"
                                : ": what the session kept there is gone"));
    }

    /** Closes a connection whose state is unknown, because a command before the statement {@code run} has failed. */
    static void unprepared(SessionContext session, BackendRequest run, BackendConnection from, ServerError error) {
        boolean inTransaction = isInTransaction(session, run, from);
        boolean kept = session.pinned().isBindingHold(from);
        session.pinned().discard(from);
        if (inTransaction) {
            session.abandonTransaction();
        }
        if (inTransaction || kept) {
            session.tellAgainBehind(run, error);
        }
    }

    /** The error for a statement whose answer can't come any more. */
    static ServerError inStatement(
            SessionContext session, BackendRequest run, BackendConnection from, ServerError reason) {
        TransactionState transaction = session.state().transaction();
        boolean lostTransaction = isInTransaction(session, run, from);
        boolean onOthers = lostTransaction && transaction.isShared();
        boolean lostSomething = session.pinned().forget(from);
        if (lostTransaction) {
            session.abandonTransaction();
        }
        // The server may have executed a COMMIT, or DDL, before its answer was lost.
        String alsoLost = lostTransaction
                ? ", and the transaction it was in has ended: rolled back"
                        + (onOthers ? " on every pair" : ", unless this statement committed it")
                : lostSomething ? ", and what the session kept there is gone" : "";
        // Drivers and pools take SQLSTATE class 08 as the loss of the connection's state.
        ServerError error = new ServerError(
                lostTransaction ? ErrorCode.SERVER_SHUTDOWN : ErrorCode.UNKNOWN_ERROR,
                reason.message() + " while the statement ran; it may have run" + alsoLost);
        if (lostTransaction || lostSomething) {
            session.tellAgainBehind(run, error);
        }
        return error;
    }

    /** Whether the session's transaction is on {@code on}. A request ASIDE may run on another pair than that. */
    static boolean isInTransaction(SessionContext session, BackendRequest run, BackendConnection on) {
        return session.state().transaction().isOpenOn(on.pool().pair())
                && (!run.isAside() || session.pinned().holdsTransaction(on));
    }
}
