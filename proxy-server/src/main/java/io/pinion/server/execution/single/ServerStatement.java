package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.backend.Waiter;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs one text on one server.
 *
 * <pre>
 *   start ──▶ ConnectionChoice: the session's own, an idle one, or wait in line
 *         ──▶ Prelude (settings, database, BEGIN), awaited only when it may fail
 *         ──▶ send ──▶ received … ended
 *         ──▶ StatementCompletion: the connection stays or goes back ──▶ Completion
 * </pre>
 *
 * Lives on the session's event loop for one statement.
 */
final class ServerStatement implements Exchange, Waiter, Execution, Prelude.Outcome {
    private final SessionContext session;
    private final ClientStatement command;
    private final Completion completion;
    private final AnswerDelivery delivery;

    /** Replaced by a request for another pair when its own grants no connection and any server will do. */
    private BackendRequest run;

    private @Nullable BackendConnection connection;
    private @Nullable Prelude prelude;
    /** Some state of the session lives on the connection, so it must not be reset. */
    private boolean keptConnection;
    /** The connection comes from the pool. */
    private boolean pooled;
    /** Nothing may be sent before the statement. */
    private boolean asItIs;

    private boolean sent;
    private boolean retried;
    private boolean moved;
    /** The answer has ended, or the statement has failed: later events belong to other statements. */
    private boolean over;

    ServerStatement(SessionContext session, ClientStatement command, BackendRequest run, Completion completion) {
        this.session = session;
        this.command = command;
        this.run = run;
        this.completion = completion;
        this.delivery = new AnswerDelivery(session.sink(), session.state().capabilities(), run.responseHandling());
    }

    void start() {
        assert session.isOnItsLoop();
        follow(ConnectionChoice.of(session, run, command));
    }

    private void follow(ConnectionChoice choice) {
        switch (choice) {
            case ConnectionChoice.Kept(BackendConnection kept, boolean asItIs) -> {
                pooled = false;
                keptConnection = session.pinned().mustNotReset(kept);
                connection = kept;
                if (asItIs) {
                    sendAsItIs(kept);
                } else {
                    granted(kept);
                }
            }
            case ConnectionChoice.FromPool(var pool, var login) -> {
                pooled = true;
                BackendConnection idle =
                        pool.take(login, session.state().variables().settings(), run.contextIn(session.state()));
                if (idle != null) {
                    granted(idle);
                } else {
                    pool.await(login, run.contextIn(session.state()), this);
                }
            }
            case ConnectionChoice.None(ServerError error) -> failWith(error);
        }
    }

    /** Leaves a deferred transaction deferred; the answer gets its flag on the way. */
    private void sendAsItIs(BackendConnection kept) {
        asItIs = true;
        sendStatement(kept);
    }

    private @Nullable String requiredDatabase() {
        return run.context() instanceof DatabaseContext.Required(String database) ? database : null;
    }

    @Override
    public void granted(BackendConnection lent) {
        if (over) {
            lent.pool().giveBack(lent);
            return;
        }
        connection = lent;
        if (!keptConnection && mayReadDiagnostics()) {
            lent.applied(SessionSettings.UNKNOWN);
        }
        boolean changesInsertId = run.effects().insertId() != InsertIdEffect.KEPT && !run.composesInsertId();
        boolean others = pooled && !session.pinned().isLentAgain(lent);
        session.distrust(lent, others);
        Prelude needed = Prelude.of(
                session, lent, run.context(), run.opensTransaction(), others, keptConnection, changesInsertId, this);
        prelude = needed;
        if (needed == null) {
            sendStatement(lent);
            return;
        }
        needed.sendSettings(session.state().variables().settings());
        if (needed.isAwaited()) {
            lent.flush();
        } else {
            sendStatement(lent);
        }
    }

    /**
     * Whether the statement may read state that another session left: diagnostics although this session ran no
     * statement yet, or user variables that only a stored function or a trigger has set.
     */
    private boolean mayReadDiagnostics() {
        // The effects of a SET name the variables that it reads; its text also names those that it assigns.
        boolean assigns = run.effect() instanceof SessionEffect.Settings
                || (run.responseHandling() instanceof BackendRequest.ResponseHandling.EditHead && isSet());
        return run.effects().readsPrevious()
                || run.effects().callsStored()
                || (!assigns
                        && command.namesVariableUnsetIn(
                                session.state().variables().settings()));
    }

    private boolean isSet() {
        return command.asciiText().stripLeading().regionMatches(true, 0, "SET ", 0, 4);
    }

    /** No connection is available. */
    @Override
    public void refused(ServerError error) {
        if (over) {
            return;
        }
        String other = mayMove() ? session.cluster().reachablePairBut(run.pair()) : null;
        if (other == null) {
            failWith(
                    run.effect() instanceof SessionEffect.Database(String database) ? unasked(database, error) : error);
            return;
        }
        moved = true;
        run = run.on(other);
        follow(ConnectionChoice.fromPool(session, run, command));
    }

    private ServerError unasked(String database, ServerError why) {
        String stays = session.state()
                .database()
                .map(current -> "the session stays in '" + current + "'")
                .orElse("the session still has no database");
        return new ServerError(
                why.code(),
                why.sqlState(),
                "can't tell whether database '" + database + "' exists, so " + stays + ": " + why.message());
    }

    /**
     * Whether another pair may run the statement when its own grants no connection: any server can answer it, and it
     * doesn't begin a snapshot of its pair.
     */
    private boolean mayMove() {
        TransactionState transaction = session.state().transaction();
        boolean takesSnapshot = run.opensTransaction() && !transaction.inTransaction();
        return !moved
                && run.anywhere()
                && !takesSnapshot
                && run.effects().retainedState().isEmpty()
                && transaction.open().isEmpty()
                && requiredDatabase() == null;
    }

    /** The pair has another primary now. */
    @Override
    public void retired() {
        if (!over) {
            follow(ConnectionChoice.fromPool(session, run, command));
        }
    }

    @Override
    public void prepared() {
        BackendConnection ready = connection;
        if (!sent && !over && ready != null) {
            sendStatement(ready);
        }
    }

    private void sendStatement(BackendConnection to) {
        sent = true;
        Prelude before = prelude;
        if (before != null) {
            before.sendOpening();
        }
        if (run.opensTransaction() && !asItIs) {
            session.state().transaction().opened(to.pool().pair());
        }
        delivery.expect(
                to,
                expecting(),
                firstSequence(),
                command.sequenceShift(run.text(), to.agreed()),
                lacksStatus(to) ? session.state().status() : null);
        command.sendTo(to, run.text(), this);
        to.flush();
    }

    /** Whether the server's status flags lack the transaction or {@code autocommit}, which the client must see. */
    private boolean lacksStatus(BackendConnection to) {
        TransactionPhase phase = session.state().transaction().phase();
        boolean openElsewhere = run.affinity() == BackendRequest.Affinity.OUTSIDE
                && phase instanceof TransactionPhase.Open open
                && open.on(to.pool().pair()).isEmpty();
        return phase instanceof TransactionPhase.Deferred
                || openElsewhere
                || (asItIs && !to.applied().equals(session.state().variables().settings()));
    }

    @Override
    public Expecting expecting() {
        return command.expecting();
    }

    @Override
    public int firstSequence() {
        BackendConnection to = connection;
        if (to == null) {
            throw new IllegalStateException("nothing was sent that could be answered");
        }
        return command.firstSequence(run.text(), to.agreed());
    }

    @Override
    public void received(ByteBuf bytes) {
        BackendConnection from = connection;
        if (over || from == null) {
            bytes.release();
        } else {
            delivery.received(bytes, from);
        }
    }

    @Override
    public void paused() {
        if (!over) {
            delivery.paused();
        }
    }

    @Override
    public void fileWanted(int nextSequence) {
        BackendConnection to = connection;
        if (over || to == null) {
            return;
        }
        session.sink().flush();
        int shifted = nextSequence - command.sequenceShift(run.text(), to.agreed());
        session.sink().awaitFile(new FileRelay(to, nextSequence, shifted & 0xFF));
    }

    @Override
    public void serverWritable() {
        if (!over) {
            session.sink().fileMayGoOn();
        }
    }

    @Override
    public void clientWritable() {
        BackendConnection from = connection;
        if (from != null && !over) {
            from.resumeReading();
        }
    }

    @Override
    public void ended(AnswerEnd end) {
        BackendConnection from = connection;
        if (over || from == null) {
            return;
        }
        from.resumeReading();
        AnswerEnd told = delivery.ended(end, from);
        over = true;
        new StatementCompletion(session, run, command, from, told, completion).follow();
    }

    @Override
    public void preludeRefused(ServerError error, boolean stateKnown) {
        BackendConnection to = connection;
        if (over || to == null) {
            return;
        }
        if (!stateKnown) {
            failWith(error);
            return;
        }
        over = true;
        to.diagnosticsAreStale();
        session.pinned().settle(to, isInTransaction(to), Set.of(), SessionObjects.NONE, false);
        session.sink().error(error);
        completion.failed(error.code());
    }

    @Override
    public void lostInPrelude(ServerError reason) {
        BackendConnection from = connection;
        if (over || sent) {
            // A statement that was sent is queued after the prelude, and its own exchange hears of the loss.
            return;
        }
        if (from != null && session.pinned().isBindingHold(from)) {
            connection = null;
            failWith(ConnectionChoice.lostWhileKept(session, run, from));
        } else if (retried) {
            connection = null;
            failWith(reason);
        } else {
            // No part of the client's statement was sent, so another connection may run it.
            retried = true;
            keptConnection = false;
            connection = null;
            if (from != null) {
                session.pinned().forget(from);
            }
            follow(ConnectionChoice.fromPool(session, run, command));
        }
    }

    @Override
    public void lost(ServerError reason) {
        BackendConnection from = connection;
        if (over || from == null) {
            return;
        }
        over = true;
        TransactionState transaction = session.state().transaction();
        boolean lostTransaction = isInTransaction(from);
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
        delivery.broken(error);
        completion.failed(error.code());
    }

    /** The end of the answer is unknown, so the session ends too instead of hanging. */
    @Override
    public void mishandled(ServerError reason) {
        over = true;
        delivery.clear();
        session.sink().breakOff(reason);
    }

    /** KILL QUERY: the server ends the statement with an error, unless it has finished before. */
    @Override
    public void kill() {
        BackendConnection on = connection;
        if (over) {
            return;
        }
        if (on == null) {
            failWith(INTERRUPTED);
        } else {
            on.killStatement();
        }
    }

    /** The answer is outstanding or half read: the connection is closed. */
    @Override
    public void clientGone() {
        if (over) {
            return;
        }
        over = true;
        delivery.clear();
        BackendConnection from = connection;
        if (from != null) {
            if (sent) {
                from.killThread();
            }
            session.pinned().discard(from);
        }
    }

    /** Fails the statement by Pinion's own error or by that of a server which refused the prelude. */
    private void failWith(ServerError error) {
        over = true;
        delivery.clear();
        BackendConnection from = connection;
        if (from != null) {
            boolean inTransaction = isInTransaction(from);
            boolean kept = session.pinned().isBindingHold(from);
            session.pinned().discard(from);
            if (inTransaction) {
                session.abandonTransaction();
            }
            if (inTransaction || kept) {
                session.tellAgainBehind(run, error);
            }
        }
        session.sink().error(error);
        completion.failed(error.code());
    }

    /** A request with affinity ASIDE may run on another pair than the session's transaction. */
    private boolean isInTransaction(BackendConnection on) {
        return session.state().transaction().isOpenOn(on.pool().pair())
                && (!run.isAside() || session.pinned().holdsTransaction(on));
    }
}
