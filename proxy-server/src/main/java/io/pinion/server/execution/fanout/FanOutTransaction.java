package io.pinion.server.execution.fanout;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.Target;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.commit.OwnTransaction;
import io.pinion.server.execution.commit.TransactionParts;
import io.pinion.server.execution.commit.TransactionParts.Part;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.ConnectionChoice;
import io.pinion.server.execution.single.Prelude;
import io.pinion.server.execution.single.StatementCompletion;
import io.pinion.server.execution.single.TransactionJoin;
import io.pinion.server.session.OwnTransactionWords;
import io.pinion.server.session.Participant;
import io.pinion.server.session.TransactionChange.Work;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionState;
import io.pinion.server.session.TransactionState.Doom;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transaction around one statement that goes to several shards at once. It makes the statement atomic: the rows of
 * all shards change, or none.
 *
 * <p>In a transaction, every pair of the statement joins it. A savepoint before the changes undoes them on every shard
 * when one shard refuses. Outside of a transaction, a statement that changes rows gets a transaction of its own, with
 * the keyspace's transaction mode; a statement that only reads needs none.
 *
 * <pre>
 *   begin ──▶ pipelines: {@link ConnectionChoice}, {@link Prelude}, texts, {@link StatementCompletion} or {@link #lost}
 *         ──▶ all done ──▶ end ──▶ then the client's answer
 * </pre>
 */
public final class FanOutTransaction {

    private final SessionContext session;
    private final boolean step;
    private Kind kind = Kind.NOTHING;
    private boolean reads;

    private enum Kind {
        /** The statement reads, and no transaction is open. */
        NOTHING,
        /** The statement reads within the client's transaction. */
        WITHIN,
        /** The statement changes rows within the client's transaction, after a savepoint. */
        GUARDED,
        /** The statement changes rows, in a transaction of its own. */
        OWN
    }

    FanOutTransaction(SessionContext session) {
        this(session, false);
    }

    private FanOutTransaction(SessionContext session, boolean step) {
        this.session = session;
        this.step = step;
    }

    /**
     * The transaction for one of several steps of a statement, which is open or will be: a step that fails undoes the
     * earlier steps as well. {@link #stepsEnd} must be called after the last.
     */
    public static FanOutTransaction ofStep(SessionContext session) {
        return new FanOutTransaction(session, true);
    }

    /** All steps have succeeded, and their changes stay part of the transaction. */
    public static void stepsEnd(SessionContext session) {
        session.state().transaction().guardEnds();
    }

    /**
     * All steps have run, and their changes must be undone.
     *
     * @param then receives the error if they can't be undone
     */
    public static void undoSteps(SessionContext session, Consumer<Optional<ServerError>> then) {
        ofStep(session).undo(then);
    }

    /**
     * Begins the transaction; called before the first pipeline starts.
     *
     * @param targets every shard of the statement
     * @param writes whether the statement may change rows
     * @param locks whether a query locks the rows that it reads
     * @return the error if the statement can't run, or null
     */
    @Nullable
    ServerError begin(List<Target> targets, boolean writes, boolean locks) {
        TransactionState transaction = session.state().transaction();
        boolean none = transaction.phase() instanceof None && transaction.autocommit();
        boolean several = targets.size() > 1;
        if (none && !(writes && several)) {
            return null;
        }
        if (none && session.mayOnlyRead()) {
            // Without a transaction of its own, the statement doesn't use up what SET TRANSACTION has set for the next.
            return ExecutionRefusals.READ_ONLY;
        }
        if (none) {
            transaction.defer(OwnTransactionWords.BEGIN);
        }
        ServerError refusal = TransactionJoin.enlistAll(session, targets);
        if (refusal != null) {
            if (none) {
                transaction.ended();
            }
            return refusal;
        }
        List<Work> work = targets.stream().map(target -> work(target, writes)).toList();
        if (!none && writes && (several || step)) {
            kind = Kind.GUARDED;
            transaction.spreadsGuarded(work, step);
            return null;
        }
        transaction.spreads(work);
        kind = none ? Kind.OWN : Kind.WITHIN;
        reads = !none && !writes && !locks;
        return null;
    }

    private Work work(Target target, boolean writes) {
        return new Work(
                target.pair(),
                session.cluster().placeOf(target.pair(), target.database()),
                session.cluster().promiseOf(target.database()),
                writes);
    }

    /**
     * Whether a pipeline may send a text before the previous one is answered. A text that may wait for locks within a
     * transaction may not: a deadlock ends the transaction, and later texts in the pipeline would run outside of it and
     * be committed (measured on MySQL 9.7), or in a new transaction that looks like the old one (MariaDB 11.4, and on
     * both with autocommit off).
     */
    boolean mayRunAhead() {
        return kind == Kind.NOTHING || (kind == Kind.WITHIN && reads);
    }

    /** Whether the statement runs in a transaction, the client's or its own. */
    boolean isNeeded() {
        return kind != Kind.NOTHING;
    }

    /**
     * A pipeline's connection is lost, with the statements that ran there; notes this for the transaction.
     *
     * @param more whether the session kept anything there, be it the transaction
     * @return the error for the client
     */
    ServerError lost(ServerError reason, boolean more) {
        if (kind != Kind.NOTHING) {
            session.state().transaction().partEnded(Doom.LOST);
        } else if (more) {
            return new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    reason.message() + " while the statement ran, and what the session kept there is gone");
        }
        return told(reason);
    }

    private ServerError told(ServerError ofLoss) {
        String what = ofLoss.message() + " while the statement ran";
        return switch (kind) {
            case NOTHING -> new ServerError(ErrorCode.UNKNOWN_ERROR, what);
            case OWN -> new ServerError(ErrorCode.UNKNOWN_ERROR, what + "; it is rolled back on every shard");
            case WITHIN, GUARDED ->
                new ServerError(
                        ErrorCode.SERVER_SHUTDOWN,
                        what + "; the transaction it was in has ended: rolled back on every pair");
        };
    }

    /** A pipeline got a connection too late, when no answers were wanted any more. */
    void unasked(BackendConnection connection) {
        String pair = connection.pool().pair();
        if (session.pinned().isBindingHold(connection)) {
            // The connection's state stays. The transaction may have begun there, and then the pair takes part without
            // any work.
            boolean takesPart = kind != Kind.NOTHING || session.pinned().holdsTransaction(connection);
            session.pinned().settleAside(connection, takesPart);
        } else if (kind == Kind.NOTHING) {
            session.pinned().giveUp(connection);
        } else {
            // The transaction's beginning was sent, but not answered yet.
            session.pinned().discard(connection);
            session.state().transaction().untold(pair);
        }
    }

    /**
     * Ends the transaction when every pipeline is done, in success or failure. Called before the client is answered,
     * because the status flags may change.
     *
     * @param failed whether the client gets an error
     * @param then called once, perhaps before this returns: with the error that replaces a success, because the changes
     *     could not be committed; empty when the answer stays
     */
    void end(boolean failed, Consumer<Optional<ServerError>> then) {
        TransactionState transaction = session.state().transaction();
        if (kind == Kind.NOTHING) {
            then.accept(Optional.empty());
            return;
        }
        for (Participant participant : transaction.participants()) {
            if (!session.pinned().all().hasTransaction(participant.pair())) {
                transaction.partEnded(Doom.LOST);
            }
        }
        Doom doom = transaction.doom();
        transaction.allAnswered();
        if (doom != Doom.NONE) {
            ServerError why = whyDoomed();
            session.rollBackParticipants();
            if (doom == Doom.ROLLED_BACK_AND_GOES_ON && kind != Kind.OWN) {
                transaction.followOn();
            } else {
                transaction.ended();
            }
            then.accept(failed ? Optional.empty() : Optional.of(why));
            return;
        }
        switch (kind) {
            case NOTHING, WITHIN -> then.accept(Optional.empty());
            case OWN -> OwnTransaction.begun(session).end(failed, then);
            case GUARDED -> {
                if (failed) {
                    undo(then);
                } else {
                    if (!step) {
                        stepsEnd(session);
                    }
                    then.accept(Optional.empty());
                }
            }
        }
    }

    /** Undoes the statement where it ran; the transaction stays open, as on one server. */
    private void undo(Consumer<Optional<ServerError>> then) {
        TransactionState transaction = session.state().transaction();
        TransactionParts parts = TransactionParts.of(session);
        List<Part> guarded = parts.all().stream()
                .filter(part -> transaction.isGuardSet(part.participant().pair()))
                .toList();
        session.current().goesOnBy(parts);
        parts.run(guarded, TransactionState.undo(), errors -> {
            Optional<ServerError> failed = errors.stream()
                    // Without the savepoint, the server has rolled back more than the statement.
                    .filter(error -> error.code() != ErrorCode.SP_DOES_NOT_EXIST.number())
                    .findFirst();
            if (failed.isEmpty()) {
                transaction.guardedWasUndone();
            } else {
                stepsEnd(session);
                session.abandonTransaction();
            }
            then.accept(failed.map(error -> new ServerError(
                    ErrorCode.SERVER_SHUTDOWN,
                    "the statement failed on one shard and could not be undone on another (" + error.message()
                            + "): the transaction is rolled back on every pair; begin it again")));
        });
    }

    /** The error when the transaction has ended although no pipeline failed. */
    private ServerError whyDoomed() {
        BackendConnection gone = session.pinned().all().lostParticipant();
        if (gone != null) {
            return told(new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    "server " + gone.pool().server().name() + " of pair "
                            + gone.pool().pair() + " went away"));
        }
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "a procedure, a trigger or a lost connection has ended the transaction on one of several pairs; Pinion has rolled"
                        + " it back on the others");
    }
}
