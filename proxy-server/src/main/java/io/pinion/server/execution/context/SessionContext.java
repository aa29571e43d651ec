package io.pinion.server.execution.context;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Login;
import io.pinion.server.execution.answer.ResultSink;
import io.pinion.server.session.Beginning;
import io.pinion.server.session.Participant;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.SessionTracking;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState.Doom;
import org.jspecify.annotations.Nullable;

/**
 * The objects that the execution of a session's statements needs. One for each session, on its event loop.
 *
 * @param flavour the kind of connection that suits this client
 */
public record SessionContext(
        LoopCluster cluster,
        SessionState state,
        PinnedConnections pinned,
        ResultSink sink,
        CapabilityFlavour flavour,
        CurrentExecution current) {

    /** Whether the calling thread is the session's event loop, where everything of a session happens. */
    public boolean isOnItsLoop() {
        return cluster.pools().loop().inEventLoop();
    }

    /** The changes made by Pinion itself that the client wants to be told. */
    public SessionTracking tracking() {
        return state.tracking(cluster.planner().dialect());
    }

    /** Rolls back the open transaction on every pair that takes part, in the background. */
    public void abandonTransaction() {
        if (state.transaction().isTogether()) {
            // A statement of the transaction runs on several pairs right now: FanOutTransaction rolls back when they
            // have answered.
            state.transaction().partEnded(Doom.LOST);
            return;
        }
        rollBackParticipants();
        state.transaction().ended();
    }

    /**
     * A lost connection took state of the session along, its transaction included. Some drivers hide an error of
     * COM_STMT_PREPARE and send the statement as text instead (Connector/J, unless emulateUnsupportedPstmts is off).
     * This text must not run outside of the lost transaction, so the next statement gets the error again.
     *
     * @param run the request whose answer is {@code told}
     */
    public void tellAgainBehind(BackendRequest run, ServerError told) {
        if (run.isAside() && state.transaction().phase() instanceof TransactionPhase.None) {
            state.transaction().broke(told);
        }
    }

    /** As {@link #abandonTransaction}, but the caller decides the transaction's next state. */
    public void rollBackParticipants() {
        for (Participant participant : state.transaction().participants()) {
            pinned.endTransaction(participant.pair(), participant.branch().rollback());
        }
    }

    /** Answers the running statement with an error. */
    public void fail(ServerError error, Completion completion) {
        sink.error(error);
        completion.failed(error.code());
    }

    /** Sets {@code LAST_INSERT_ID()}, whichever connections the session has. */
    public void inserted(long insertId) {
        state.insertIdMade(insertId);
        pinned.insertId().becameKnown();
    }

    /**
     * Whether the client has begun something that must end on the same connection: a transaction, XA, LOCK TABLES, BACKUP
     * LOCK, the rows of a cursor.
     */
    public boolean hasBegun() {
        return state.transaction().inTransaction()
                || pinned.all().pairWith(RetainedState.TABLE_LOCK).isPresent()
                || pinned.all().pairWith(RetainedState.BACKUP_LOCK).isPresent()
                || pinned.all().pairWith(RetainedState.XA).isPresent()
                || pinned.all().hasCursor();
    }

    /**
     * Whether a statement that comes now must not write. Such a transaction may write into temporary tables, of which only
     * their server knows.
     */
    public boolean mayOnlyRead() {
        return state.transaction().allowsOnlyReading(state.variables().transactionsAreReadOnly())
                && pinned.all().pairWith(RetainedState.TEMPORARY_TABLE).isEmpty();
    }

    /**
     * Whether the open transaction could begin later or elsewhere without a difference: it has read and written
     * nothing, nor taken a snapshot, and its connection has no other pin.
     */
    public boolean mayBeginLater() {
        return connectionOfIdleTransaction() != null;
    }

    /** The connection, perhaps a lost one, of a transaction that {@link #mayBeginLater}; else null. */
    @Nullable
    public BackendConnection connectionOfIdleTransaction() {
        if (state.transaction().isMovable()
                && state.transaction().phase() instanceof TransactionPhase.Open open
                && open.beginning() instanceof Beginning.Said said
                && !said.takesSnapshot()) {
            return pinned.keptForTransactionAlone(open.pair());
        }
        return null;
    }

    /**
     * Releases the softly pinned connections of the session's former account, because statements use another one from
     * now on.
     *
     * @return false when a pinned connection of the former account remains
     */
    public boolean leavesAccount() {
        pinned.endSoftPinsBut(null);
        return pinned.all().isEmpty();
    }

    @Nullable
    public Login login() {
        return cluster.loginFor(state.user(), flavour);
    }

    /**
     * Has a connection reset before use when a view's function may have changed its settings without a trace in any
     * text: if another user ran statements there, or, for a read-only user, another session.
     *
     * @param others another session may have run the last statement there
     */
    public void distrust(BackendConnection lent, boolean others) {
        boolean anotherUsers = lent.passesTo(state.user().name());
        if ((anotherUsers || (others && state.user().readsOnly()))
                && !lent.applied().equals(SessionSettings.NONE)) {
            lent.applied(SessionSettings.UNKNOWN);
        }
    }
}
