package io.pinion.server.execution.fanout;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.Target;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.commit.OwnTransaction;
import io.pinion.server.execution.commit.Parts;
import io.pinion.server.execution.commit.Parts.Part;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.BranchCommand.Outcome;
import io.pinion.server.execution.single.ConnectionChoice;
import io.pinion.server.execution.single.CurrentExecution;
import io.pinion.server.execution.single.Prelude;
import io.pinion.server.execution.single.StatementCompletion;
import io.pinion.server.execution.single.TransactionJoin;
import io.pinion.server.session.OwnTransactionWords;
import io.pinion.server.session.Participant;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionState;
import io.pinion.server.session.TransactionState.Doom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The transaction around one statement that goes to several shards at once, so that it is one statement all the same: it
 * changes the rows of all shards or of none.
 *
 * <p>Within a transaction every pair joins it, and a savepoint ahead of what changes rows undoes that on every shard when one
 * refuses. Outside of one, a statement that changes rows gets a transaction of its own, committed as the keyspace promises.
 * What only reads outside of a transaction needs nothing.
 *
 * <pre>
 *   begin ──▶ each pipeline: {@link ConnectionChoice}, {@link Prelude}, texts, {@link StatementCompletion} (or {@link #lost})
 *         ──▶ all done ──▶ end ──▶ then the client's answer
 * </pre>
 */
public final class FanOutTransaction {
    /** Of a SELECT that locks what it reads; a string that only looks like it does no harm. */
    private static final Pattern LOCKS =
            Pattern.compile("(?i)\\bFOR\\s+(?:UPDATE|SHARE)\\b|\\bLOCK\\s+IN\\s+SHARE\\b|\\bINTO\\b");

    private static final List<String> UNDO = List.of(TransactionState.undo());

    private final SessionContext session;
    private final CurrentExecution current;
    private final boolean step;
    private Kind kind = Kind.NOTHING;
    private boolean reads;

    private enum Kind {
        /** The statement reads, and no transaction is open. */
        NOTHING,
        /** It reads within the client's transaction. */
        WITHIN,
        /** It changes rows within the client's transaction, behind a savepoint. */
        GUARDED,
        /** It changes rows, in a transaction of its own. */
        OWN
    }

    FanOutTransaction(SessionContext session, CurrentExecution current) {
        this(session, current, false);
    }

    private FanOutTransaction(SessionContext session, CurrentExecution current, boolean step) {
        this.session = session;
        this.current = current;
        this.step = step;
    }

    /**
     * For one of several steps of a statement, within a transaction that is open or will be: a step that fails undoes those
     * before it as well. {@link #stepsEnd} is to be called behind the last.
     */
    public static FanOutTransaction ofStep(SessionContext session, CurrentExecution current) {
        return new FanOutTransaction(session, current, true);
    }

    /** All steps have succeeded: what they have done stays, as far as the transaction does. */
    public static void stepsEnd(SessionContext session) {
        session.state().transaction().guardEnds();
    }

    /**
     * All steps have run, and what they have done must not stay.
     *
     * @param then is told what went wrong with undoing it, if anything did
     */
    public static void undoSteps(
            SessionContext session, CurrentExecution current, Consumer<Optional<ServerError>> then) {
        ofStep(session, current).undo(then);
    }

    /**
     * To be called ahead of the first pipeline.
     *
     * @param targets every shard that is asked
     * @param writes whether rows may be changed
     * @param command the statement
     * @return why the statement can't run, or null
     */
    @Nullable
    ServerError begin(List<Target> targets, boolean writes, ClientStatement command) {
        TransactionState transaction = session.state().transaction();
        boolean none = transaction.phase() instanceof None && transaction.autocommit();
        boolean several = targets.size() > 1;
        if (none && !(writes && several)) {
            return null;
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
        transaction.runTogether(true);
        if (none) {
            kind = Kind.OWN;
        } else if (writes && (several || step)) {
            kind = Kind.GUARDED;
            Set<String> pairs = new LinkedHashSet<>();
            targets.forEach(target -> pairs.add(target.pair()));
            if (step) {
                transaction.guardMore(pairs);
            } else {
                transaction.guard(pairs);
            }
        } else {
            kind = Kind.WITHIN;
            reads = !writes && !locks(command);
        }
        for (Target target : targets) {
            transaction.touched(
                    target.pair(),
                    session.cluster().placeOf(target.pair(), target.database()),
                    session.cluster().promiseOf(target.database()),
                    writes);
        }
        return null;
    }

    /**
     * Whether a pipeline may send a text before the one ahead of it is answered. What may wait for locks within a transaction may
     * not: a deadlock ends the transaction, and what is behind it in the pipeline runs outside of it, and is committed
     * (measured on MySQL 9.7), or in a new one that looks like the old (MariaDB 11.4, and wherever autocommit is off).
     */
    boolean mayRunAhead() {
        return kind == Kind.NOTHING || (kind == Kind.WITHIN && reads);
    }

    /** Whether the statement runs in a transaction, be it its own. */
    boolean isNeeded() {
        return kind != Kind.NOTHING;
    }

    /** Whether a query may lock what it reads, or leave it somewhere. */
    static boolean locks(ClientStatement query) {
        return LOCKS.matcher(query.asciiText()).find();
    }

    /**
     * A pipeline's connection is gone with what ran there; nothing else has to be said of it to the transaction.
     *
     * @return what the client must know of it, beside that
     */
    ServerError lost(ServerError reason) {
        if (kind != Kind.NOTHING) {
            session.state().transaction().doom(Doom.LOST);
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

    /** A pipeline was given a connection, and then nothing was wanted of it any more. */
    void unasked(BackendConnection connection) {
        String pair = connection.pool().pair();
        TransactionState transaction = session.state().transaction();
        if (session.held().isBindingHold(connection)) {
            // Whatever is kept there stays; told of the transaction, it takes part without having done anything.
            boolean takesPart = kind != Kind.NOTHING || session.held().holdsTransaction(connection);
            session.held().settleAside(connection, takesPart);
        } else if (kind == Kind.NOTHING) {
            session.held().giveUp(connection);
        } else {
            // It has been told of the transaction, but not answered yet.
            session.held().discard(connection);
            transaction.untold(pair);
        }
    }

    /**
     * To be called when every pipeline is done, whatever the outcome, and before the client is answered, whose status flags
     * may be others afterwards.
     *
     * @param failed the client will be told an error
     * @param then is told once, perhaps before this returns: the error that takes the place of a success, because what was
     *     done could not be committed; empty when nothing changes the answer
     */
    void end(boolean failed, Consumer<Optional<ServerError>> then) {
        TransactionState transaction = session.state().transaction();
        if (kind == Kind.NOTHING) {
            then.accept(Optional.empty());
            return;
        }
        for (Participant participant : transaction.participants()) {
            if (!session.held().hasTransaction(participant.pair())) {
                transaction.doom(Doom.LOST);
            }
        }
        Doom doom = transaction.doom();
        transaction.runTogether(false);
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
            case OWN -> OwnTransaction.begun(session, current).end(failed, then);
            case GUARDED -> {
                if (failed) {
                    undo(then);
                } else {
                    if (!step) {
                        transaction.guardEnds();
                    }
                    then.accept(Optional.empty());
                }
            }
        }
    }

    /** Where the statement ran it is undone; the transaction stays open, as on one server. */
    private void undo(Consumer<Optional<ServerError>> then) {
        TransactionState transaction = session.state().transaction();
        Parts parts = Parts.of(session);
        List<Part> guarded = parts.all().stream()
                .filter(part -> transaction.isGuardSet(part.participant().pair()))
                .toList();
        List<ServerError> errors = new ArrayList<>();
        current.is(parts);
        Parts.atOnce(
                guarded,
                participant -> UNDO,
                (part, outcome) -> {
                    switch (outcome) {
                        case Outcome.Done done -> {}
                        // The server has rolled back more than the statement, the savepoint with it.
                        case Outcome.Refused refused
                        when refused.error().code() == ErrorCode.SP_DOES_NOT_EXIST.number() -> {}
                        case Outcome.Refused refused -> errors.add(refused.error());
                        case Outcome.Lost lost -> errors.add(lost.reason());
                    }
                },
                () -> {
                    parts.keep();
                    parts.tell(() -> {
                        if (errors.isEmpty()) {
                            transaction.guardedWasUndone();
                            then.accept(Optional.empty());
                            return;
                        }
                        transaction.guardEnds();
                        session.abandonTransaction();
                        ServerError error = errors.getFirst();
                        then.accept(Optional.of(new ServerError(
                                ErrorCode.SERVER_SHUTDOWN,
                                "the statement failed on one shard and could not be undone on another ("
                                        + error.message()
                                        + "): the transaction is rolled back on every pair; begin it again")));
                    });
                });
    }

    /** What no pipeline has been told. */
    private ServerError whyDoomed() {
        BackendConnection gone = session.held().lostParticipant();
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
