package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Leftover;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.Participant;
import io.pinion.server.session.SessionVariables;
import io.pinion.server.session.TransactionChange;
import io.pinion.server.session.TransactionChange.Work;
import io.pinion.server.session.TransactionState;
import io.pinion.server.session.TransactionState.Doom;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds out what an answer says of the session's transaction, and ends the transaction on the other pairs if necessary.
 */
final class TransactionTracker {
    /**
     * Errors for which InnoDB rolls the whole transaction back; for a lock wait timeout only with
     * innodb_rollback_on_timeout.
     */
    private static final Set<Integer> ROLL_BACK = Set.of(
            ErrorCode.CHECKREAD.number(),
            ErrorCode.LOCK_WAIT_TIMEOUT.number(),
            ErrorCode.LOCK_TABLE_FULL.number(),
            ErrorCode.LOCK_DEADLOCK.number());

    /** Statements about a table that neither read nor change its rows. */
    private static final Pattern TELLS = Pattern.compile("(?i)(?:SHOW|DESC|DESCRIBE|EXPLAIN)\\s");

    private final SessionContext session;
    private final BackendRequest run;
    private final ClientStatement command;
    private final BackendConnection connection;

    /** The transaction has ended on this pair, but not on others. */
    private boolean endedAlone;

    /** The connection may have a transaction, or characteristics of one, that the session doesn't know. */
    private boolean leavesStale;

    private boolean toldCharacteristics;

    TransactionTracker(
            SessionContext session, BackendRequest run, ClientStatement command, BackendConnection connection) {
        this.session = session;
        this.run = run;
        this.command = command;
        this.connection = connection;
    }

    /**
     * The change, still to be applied.
     *
     * @param statusKnown the answer, or a query after it, carried status flags
     */
    TransactionChange change(AnswerEnd known, boolean statusKnown) {
        TransactionState transaction = session.state().transaction();
        String pair = connection.pool().pair();
        toldCharacteristics = transaction.hasToldCharacteristics();
        if (!statusKnown) {
            return new TransactionChange.Unreported(
                    known.failed(), transaction.open().isPresent() ? work() : Optional.empty());
        }
        boolean openHere = transaction.isOpenOn(pair);
        endedAlone = (transaction.isShared() || transaction.isTogether()) && openHere && endsPart(transaction, known);
        if (outlivedItsRollback(known)) {
            // On the connection, such a BEGIN would leave another session's writes uncommitted. The code that ends the
            // transaction on all pairs cleans its connections itself.
            leavesStale = !transaction.isTogether() && !transaction.isShared();
            return new TransactionChange.OutlivedRollback(work());
        }
        boolean keepsLocks = keepsLocks(known);
        leavesStale = known.failed() && openHere && !known.status().inTransaction() && !keepsLocks;
        boolean mayBeOpen = transaction.open().isPresent() || known.status().inTransaction() || keepsLocks;
        // A statement without a prelude may run before the server has received the session's settings.
        boolean told =
                SessionVariables.sameAutocommit(session.state().variables().settings(), connection.applied());
        boolean autocommit = told ? known.status().autocommit() : transaction.autocommit();
        return new TransactionChange.Reported(
                pair,
                autocommit
                        ? known.status().with(ServerStatus.AUTOCOMMIT)
                        : known.status().without(ServerStatus.AUTOCOMMIT),
                told,
                keepsLocks,
                known.failed(),
                mayBeOpen ? work() : Optional.empty());
    }

    /** Whether the server has ended its part of the transaction. */
    private boolean endsPart(TransactionState transaction, AnswerEnd known) {
        boolean deadlocked = known.failed() && known.errorCode() == ErrorCode.LOCK_DEADLOCK.number();
        // When several texts ran together, one after the deadlock may have begun another transaction.
        if (deadlocked && transaction.isTogether()) {
            return true;
        }
        boolean hasShown = !transaction.isUnflaggedOn(connection.pool().pair());
        return !known.status().inTransaction() && (hasShown || deadlocked);
    }

    /** The change was applied: notes on the connection what it has left there. */
    void applied(TransactionChange change, ServerStatus status) {
        boolean keepsCharacteristics =
                toldCharacteristics && session.state().transaction().open().isEmpty();
        if (leavesStale || keepsCharacteristics) {
            connection.leaves(Leftover.TRANSACTION);
        }
        if (change instanceof TransactionChange.Reported) {
            connection.noteStatus(status);
        }
    }

    /**
     * The work on the shard that the statement touched. The tables of a stored function, or of a text that the server
     * keeps, are unknown: Pinion assumes that it wrote in the current database.
     */
    private Optional<Work> work() {
        if (run.database().isPresent()) {
            return TELLS.matcher(command.firstWords()).lookingAt()
                    ? Optional.empty()
                    : Optional.of(work(run.pair(), run.database().get()));
        }
        if (!run.effects().callsStored()) {
            return Optional.empty();
        }
        String pair = connection.pool().pair();
        return Optional.of(
                run.context() instanceof DatabaseContext.Required(String current)
                        ? work(pair, current)
                        : new Work(pair, "pair " + pair, TransactionMode.DEFAULT, true));
    }

    private Work work(String pair, String database) {
        return new Work(
                pair,
                session.cluster().placeOf(pair, database),
                session.cluster().promiseOf(database),
                mayHaveWritten());
    }

    /**
     * Whether the server keeps locks without a transaction flag. With {@code autocommit=0}, servers keep the metadata
     * locks of a statement until COMMIT or ROLLBACK, but set the flag only for tables with transactions. Those of EXPLAIN
     * and CHECKSUM are kept, too, and by MySQL those of DESCRIBE, SHOW COLUMNS and SHOW INDEX, also of a table that isn't
     * there (measured on MariaDB 11.4 and MySQL 9.7).
     */
    private boolean keepsLocks(AnswerEnd known) {
        return !known.status().inTransaction()
                && !session.state().transaction().autocommit()
                && !(known.failed() && ROLL_BACK.contains(known.errorCode()))
                && run.database().isPresent()
                && !run.database().get().equalsIgnoreCase(Catalog.INFORMATION_SCHEMA)
                && run.effects().commits() != CommitEffect.FIRST;
    }

    /**
     * MariaDB rolls back and reports that no transaction is open, but its BEGIN stays: the next statement is in a
     * transaction again, until COMMIT or ROLLBACK. Answers in between may or may not report a transaction. MySQL
     * forgets the BEGIN (both measured, MariaDB 11.4 and MySQL 9.7).
     */
    private boolean outlivedItsRollback(AnswerEnd known) {
        return connection.isMariaDb()
                && known.failed()
                && !known.status().inTransaction()
                && session.state().transaction().isOpenOn(connection.pool().pair())
                && ROLL_BACK.contains(known.errorCode());
    }

    /** Only a plain SELECT certainly changes nothing. */
    private boolean mayHaveWritten() {
        return run.effects().callsStored() || !command.startsWithSelect();
    }

    /** Called once the connection is kept or released: other pairs may have to end their parts, too. */
    void follow(AnswerEnd known) {
        if (endedAlone) {
            endOnOthers(known);
        }
    }

    /**
     * The server has ended its part of a transaction over several pairs. After a deadlock it has rolled back, and so
     * must the others; any other end may be a commit or a rollback.
     */
    private void endOnOthers(AnswerEnd known) {
        TransactionState transaction = session.state().transaction();
        if (transaction.isTogether()) {
            transaction.partEnded(
                    !known.failed()
                            ? Doom.LOST
                            : outlivedItsRollback(known) ? Doom.ROLLED_BACK_AND_GOES_ON : Doom.ROLLED_BACK);
            return;
        }
        String others = transaction.participants().stream()
                .filter(participant ->
                        !participant.pair().equals(connection.pool().pair()))
                .map(Participant::words)
                .collect(Collectors.joining(" and "));
        session.rollBackParticipants();
        if (outlivedItsRollback(known)) {
            transaction.followOn();
        } else if (known.failed()) {
            transaction.ended();
        } else {
            transaction.broke(new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    "a procedure has ended the transaction on pair "
                            + connection.pool().pair()
                            + ", committed or rolled back; Pinion has rolled it back on " + others
                            + ": end transactions over several pairs by a COMMIT or ROLLBACK of the client's own"));
        }
    }
}
