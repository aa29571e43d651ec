package io.pinion.server.execution.context;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Login;
import io.pinion.server.execution.answer.ResultSink;
import io.pinion.server.session.Beginning;
import io.pinion.server.session.Participant;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.SessionTracking;
import io.pinion.server.session.Settings;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState.Doom;
import org.jspecify.annotations.Nullable;

/**
 * What the execution of a session's statements works with. One for each session, on its event loop.
 *
 * @param flavour what kind of connection this client's answers need
 */
public record SessionContext(
        LoopCluster cluster, SessionState state, PinnedConnections held, ResultSink sink, CapabilityFlavour flavour) {

    /** What the client wants to be told of what Pinion itself changes. */
    public SessionTracking tracking() {
        return state.tracking(cluster.dialect());
    }

    /** Undoes the open transaction on every pair that takes part; nobody waits for it. */
    public void abandonTransaction() {
        if (state.transaction().isTogether()) {
            // A statement of it runs on several pairs right now: FanOutTransaction does it when they have answered.
            state.transaction().doom(Doom.LOST);
            return;
        }
        rollBackParticipants();
        state.transaction().ended();
    }

    /**
     * What lived on a connection is gone, its transaction included. Some drivers keep an error of COM_STMT_PREPARE to themselves and
     * send the statement as text instead (Connector/J, unless emulateUnsupportedPstmts is off), which must not run outside of
     * the transaction that it belonged to: behind such an answer the loss is told again.
     *
     * @param run what is answered with {@code told}
     */
    public void tellAgainBehind(BackendRequest run, ServerError told) {
        if (run.isAside() && state.transaction().phase() instanceof TransactionPhase.None) {
            state.transaction().broke(told);
        }
    }

    /** As {@link #abandonTransaction}, but what follows on the transaction is the caller's to say. */
    public void rollBackParticipants() {
        for (Participant participant : state.transaction().participants()) {
            held.endTransaction(participant.pair(), participant.branch().rollback());
        }
    }

    /** The answer to the running statement is an error. */
    public void fail(ServerError error, Completion completion) {
        sink.error(error);
        completion.failed(error.code());
    }

    /** {@code LAST_INSERT_ID()} is this now, wherever the session's connections stand. */
    public void inserted(long insertId) {
        state.inserted(insertId);
        held.insertId().isKnown();
    }

    /** Whether the client has begun what it has to end on the same connection: a transaction, XA, LOCK TABLES, the rows of a cursor. */
    public boolean hasBegun() {
        return state.transaction().inTransaction()
                || held.pairWith(LeftBehind.TABLE_LOCK).isPresent()
                || held.pairWith(LeftBehind.XA).isPresent()
                || held.hasCursor();
    }

    /**
     * The open transaction has read and written nothing, nor taken a snapshot, and has its connection for itself: nobody could
     * tell if it began later, or elsewhere.
     */
    public boolean mayBeginLater() {
        return connectionOfIdleTransaction() != null;
    }

    /** Of a transaction that {@link #mayBeginLater}; perhaps a lost one. */
    @Nullable
    public BackendConnection connectionOfIdleTransaction() {
        if (state.transaction().isMovable()
                && state.transaction().phase() instanceof TransactionPhase.Open open
                && open.beginning() instanceof Beginning.Said said
                && !said.takesSnapshot()) {
            return held.keptForTransactionAlone(open.pair());
        }
        return null;
    }

    /**
     * Leaves what the session's account of before has at hand, since statements have another one from now on.
     *
     * @return false when something of the session lives on a connection of the account of before
     */
    public boolean leavesAccount() {
        held.endSoftPinsBut(null);
        return held.isEmpty();
    }

    @Nullable
    public Login login() {
        return cluster.loginFor(state.user(), flavour);
    }

    /**
     * A view's function may have set what no text tells of: on another user's connection, or, for who may only read, on
     * another session's, which may be one that writes by now. Such a connection is reset.
     *
     * @param others the last statement there may have been another session's
     */
    public void distrust(BackendConnection lent, boolean others) {
        boolean anotherUsers = lent.passesTo(state.user().name());
        if ((anotherUsers || (others && state.user().readsOnly()))
                && !lent.applied().equals(Settings.NONE)) {
            lent.applied(Settings.UNKNOWN);
        }
    }
}
