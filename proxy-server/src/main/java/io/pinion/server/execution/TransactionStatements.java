package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.routing.plan.SessionChange.Begin;
import io.pinion.routing.plan.SessionChange.Ending;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.commit.Committing;
import io.pinion.server.execution.commit.TransactionParts;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.StatementPlace;
import io.pinion.server.execution.single.ConnectionLoss;
import io.pinion.server.execution.single.ServerStatement;
import io.pinion.server.session.Beginning;
import io.pinion.server.session.CompletionType;
import io.pinion.server.session.NextTransaction;
import io.pinion.server.session.OwnTransactionWords;
import io.pinion.server.session.SavepointStatement;
import io.pinion.server.session.Savepoints;
import io.pinion.server.session.TransactionChange;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** BEGIN, COMMIT, ROLLBACK and savepoints. Answered by Pinion itself while no server has the transaction. */
final class TransactionStatements {
    private static final StatementText ORIGINAL = new StatementText.Original();
    private static final StatementText COMMIT = text(OwnTransactionWords.COMMIT);
    private static final StatementText ROLLBACK = text(OwnTransactionWords.ROLLBACK);
    private static final StatementText COMMIT_AND_CHAIN = text(OwnTransactionWords.COMMIT_AND_CHAIN);
    private static final StatementText ROLLBACK_AND_CHAIN = text(OwnTransactionWords.ROLLBACK_AND_CHAIN);

    private final SessionContext session;

    TransactionStatements(SessionContext session) {
        this.session = session;
    }

    void begin(Begin begin, ClientStatement command, Completion completion) {
        if (session.state().transaction().open().isEmpty()) {
            beginNow(begin, command, completion);
        } else {
            // As on a server: BEGIN commits the open transaction, and the client gets the error if that fails.
            commitFirst(() -> beginNow(begin, command, completion), command, completion);
        }
    }

    private void beginNow(Begin begin, ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        String statement = begin.deferrable() ? OwnTransactionWords.BEGIN : command.asciiText();
        Optional<String> now = pairOfImmediate(begin);
        if (now.isPresent()) {
            BackendRequest run = BackendRequest.ofSession(now.get(), ORIGINAL, BackendRequest.RELAY);
            ServerStatement.run(session, beginning(run, statement), command, completion);
            return;
        }
        List<SessionStateChange> changes = session.tracking().ofBegin(transaction.inTransaction(), transaction.next());
        transaction.defer(statement);
        done(changes, completion);
    }

    /**
     * The pair whose server must have the BEGIN now: it releases table locks, which the statements before it still need,
     * or a snapshot must be taken, and the database tells where.
     */
    private Optional<String> pairOfImmediate(Begin begin) {
        return pairOfTableLocks()
                .or(() -> begin.deferrable()
                        ? Optional.empty()
                        : session.cluster().onlyPairOf(session.state()));
    }

    private Optional<String> pairOfTableLocks() {
        return session.pinned().all().pairWith(RetainedState.TABLE_LOCK);
    }

    void commit(Ending ending, ClientStatement command, Completion completion) {
        end(COMMIT, ending, command, completion);
    }

    void rollback(Ending ending, ClientStatement command, Completion completion) {
        end(ROLLBACK, ending, command, completion);
    }

    /**
     * Commits on every pair without a COMMIT from the client. Calls {@code then} after success, else the client gets
     * the error.
     */
    void commitAll(Runnable then, Completion completion) {
        Committing.start(session, failure -> {
            session.state().transaction().ended();
            if (failure.isPresent()) {
                session.fail(failure.get(), completion);
            } else {
                then.run();
            }
        });
    }

    private void endAll(boolean commit, boolean chain, boolean release, Completion completion) {
        TransactionState transaction = session.state().transaction();
        Consumer<Optional<ServerError>> ended = failure -> {
            if (failure.isPresent()) {
                transaction.ended();
                session.fail(failure.get(), completion);
                return;
            }
            List<SessionStateChange> changes = session.tracking().ofEnd(true, transaction.next());
            if (chain) {
                transaction.followOn();
            } else {
                transaction.ended();
            }
            done(changes, completion);
            if (release) {
                session.sink().close();
            }
        };
        if (commit) {
            Committing.start(session, ended);
        } else {
            TransactionParts parts = TransactionParts.toRollBack(session);
            session.current().set(parts);
            parts.rollBack(parts.all(), () -> parts.tell(() -> ended.accept(Optional.empty())));
        }
    }

    /**
     * Commits the open transaction without an answer to the client. If that fails, the client gets the error and {@code
     * then} isn't called.
     */
    void commitFirst(Runnable then, ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        Optional<TransactionPhase.Open> open = transaction.open();
        if (open.isEmpty()) {
            transaction.ended();
            then.run();
        } else if (open.get().isShared()) {
            commitAll(then, completion);
        } else {
            ServerStatement.run(
                    session,
                    BackendRequest.ofSession(open.get().pair(), COMMIT, BackendRequest.SILENT),
                    command,
                    completion.then(then));
        }
    }

    private void end(StatementText plain, Ending ending, ClientStatement command, Completion completion) {
        CompletionType unlessSaid = session.state().variables().completionType();
        boolean chain = ending.chain().orElse(unlessSaid == CompletionType.CHAIN);
        boolean release = ending.release().orElse(unlessSaid == CompletionType.RELEASE);
        TransactionState transaction = session.state().transaction();
        if (transaction.isShared()) {
            endAll(plain == COMMIT, chain, release, completion);
            return;
        }
        // The transaction that a chain begins releases table locks, as a BEGIN does.
        Optional<String> pair = transaction
                .open()
                .map(TransactionPhase.Open::pair)
                .or(() -> chain ? pairOfTableLocks() : Optional.empty());
        if (pair.isPresent()) {
            // Spelled out, because a view's function may have set completion_type unseen. Without RELEASE, because that
            // closes the client's connection, not the server's.
            StatementText text = chain ? chained(plain) : plain;
            BackendRequest run = BackendRequest.ofSession(pair.get(), text, BackendRequest.RELAY);
            ServerStatement.run(session, chain ? chaining(run) : run, command, completion.after(() -> {
                if (release) {
                    session.sink().close();
                }
            }));
            return;
        }
        boolean had = transaction.inTransaction();
        List<SessionStateChange> changes = session.tracking().ofEnd(had, transaction.next());
        if (chain) {
            // With CHAIN, servers begin a transaction even if none was open (measured on MariaDB 11.4).
            transaction.chainDeferred();
            changes = session.tracking().ofBegin(had, transaction.next());
        } else {
            transaction.ended();
        }
        done(changes, completion);
        if (release) {
            session.sink().close();
        }
    }

    /** Where no transaction is open, the next one begins as by a BEGIN, with what SET TRANSACTION has set for it. */
    private BackendRequest chaining(BackendRequest run) {
        return session.state().transaction().open().isPresent()
                ? run.changing(new TransactionChange.Chained())
                : beginning(run, OwnTransactionWords.BEGIN);
    }

    /** A statement that begins a transaction at once, behind what SET TRANSACTION has set for it. */
    private BackendRequest beginning(BackendRequest run, String statement) {
        NextTransaction next = session.state().transaction().next();
        return run.opening().changing(new TransactionChange.BegunBy(new Beginning.Said(statement, next)));
    }

    private static StatementText chained(StatementText plain) {
        return plain == COMMIT ? COMMIT_AND_CHAIN : ROLLBACK_AND_CHAIN;
    }

    void savepoint(ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        Optional<TransactionPhase.Open> open = transaction.open();
        Optional<SavepointStatement> statement = SavepointStatement.parse(command.firstWords());
        if (open.isPresent() && open.get().isShared() && statement.isPresent()) {
            savepointOnAll(statement.get(), command, completion);
            return;
        }
        boolean pending = open.isEmpty() && (transaction.inTransaction() || !transaction.autocommit());
        if (!pending || statement.isEmpty() || transaction.savepoints().isTooManyWith(statement.get())) {
            BackendRequest run = BackendRequest.ofSession(
                            StatementPlace.pairOf(session), ORIGINAL, BackendRequest.RELAY)
                    .changing(new TransactionChange.SavepointOnServer(statement));
            ServerStatement.run(session, pending ? run.opening() : run, command, completion);
            return;
        }
        if (transaction.savepoints().allows(statement.get())) {
            transaction.savepoints().note(statement.get());
            done(List.of(), completion);
        } else {
            session.fail(unknown(statement.get()), completion);
        }
    }

    private static ServerError unknown(SavepointStatement statement) {
        return new ServerError(ErrorCode.SP_DOES_NOT_EXIST, "SAVEPOINT " + statement.name() + " does not exist");
    }

    /** All pairs of the transaction have the same savepoints, so the statement succeeds on each of them or on none. */
    private void savepointOnAll(SavepointStatement statement, ClientStatement command, Completion completion) {
        Savepoints savepoints = session.state().transaction().savepoints();
        boolean sets = statement instanceof SavepointStatement.SetPoint;
        if (!sets && !savepoints.isIncomplete() && !savepoints.has(statement.name())) {
            session.fail(unknown(statement), completion);
            return;
        }
        BackendConnection lost = session.pinned().all().lostParticipant();
        if (lost != null) {
            session.fail(ConnectionLoss.whileKept(session, lost), completion);
            return;
        }
        TransactionParts parts = TransactionParts.of(session);
        session.current().set(parts);
        parts.run(parts.all(), command.asciiText(), errors -> {
            if (errors.isEmpty()) {
                savepoints.note(statement);
                done(List.of(), completion);
            } else {
                session.abandonTransaction();
                session.fail(savepointFailed(errors.getFirst()), completion);
            }
        });
    }

    /** The pairs now have different savepoints, so the transaction can't go on. */
    private static ServerError savepointFailed(ServerError error) {
        return new ServerError(
                ErrorCode.SERVER_SHUTDOWN,
                error.message() + ": the transaction is rolled back on every pair; begin it again");
    }

    private void done(List<SessionStateChange> changes, Completion completion) {
        session.sink().ok(changes);
        completion.succeeded();
    }

    private static StatementText text(String sql) {
        return new StatementText.Edited(sql.getBytes(StandardCharsets.US_ASCII));
    }
}
