package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.protocol.server.SessionStateChange;
import io.pinion.routing.plan.SessionChange.Begin;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.server.session.SavepointStatement;
import io.pinion.server.session.TransactionPhase;
import io.pinion.server.session.TransactionState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** BEGIN, COMMIT, ROLLBACK and savepoints: answered here while no server knows of the transaction. */
final class TransactionStatements {
    private static final StatementText ORIGINAL = new StatementText.Original();
    private static final StatementText COMMIT = text("COMMIT");
    private static final StatementText ROLLBACK = text("ROLLBACK");

    private final SessionContext session;
    private final PlanExecutor executor;

    TransactionStatements(SessionContext session, PlanExecutor executor) {
        this.session = session;
        this.executor = executor;
    }

    void begin(Begin begin, ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        Optional<TransactionPhase.Open> open = transaction.open();
        if (open.isEmpty()) {
            beginNow(begin, command, completion);
            return;
        }
        // As on a server: BEGIN commits what is open, and the client may see that fail.
        executor.run(ServerRun.ofSession(open.get().pair(), COMMIT, ServerRun.SILENT), command, new Completion() {
            @Override
            public void succeeded() {
                beginNow(begin, command, completion);
            }

            @Override
            public void failed(int errorCode) {
                completion.failed(errorCode);
            }
        });
    }

    private void beginNow(Begin begin, ClientStatement command, Completion completion) {
        Optional<String> locked = session.held().pairWith(LeftBehind.TABLE_LOCK);
        if (locked.isPresent()) {
            // BEGIN gives up the table locks, which statements until then must not meet.
            executor.run(ServerRun.ofSession(locked.get(), ORIGINAL, ServerRun.RELAY), command, completion);
            return;
        }
        Optional<String> only =
                begin.deferrable() ? Optional.empty() : session.cluster().onlyPairOf(session.state());
        if (only.isPresent()) {
            // A snapshot must be taken now, so the server is told now: it is known which.
            executor.run(
                    ServerRun.ofSession(only.get(), ORIGINAL, ServerRun.RELAY).opening(), command, completion);
            return;
        }
        TransactionState transaction = session.state().transaction();
        List<SessionStateChange> changes = session.tracking().ofBegin(transaction.inTransaction(), transaction.next());
        transaction.defer(begin.deferrable() ? "BEGIN" : command.asciiText());
        done(changes, completion);
    }

    void commit(boolean chain, boolean release, ClientStatement command, Completion completion) {
        end(COMMIT, chain, release, command, completion);
    }

    void rollback(boolean chain, boolean release, ClientStatement command, Completion completion) {
        end(ROLLBACK, chain, release, command, completion);
    }

    private void end(
            StatementText plain, boolean chain, boolean release, ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        Optional<TransactionPhase.Open> open = transaction.open();
        if (open.isPresent()) {
            // RELEASE closes the client's connection, not the server's.
            StatementText text = release ? plain : ORIGINAL;
            executor.run(ServerRun.ofSession(open.get().pair(), text, ServerRun.RELAY), command, new Completion() {
                @Override
                public void succeeded() {
                    if (chain) {
                        transaction.chained();
                    }
                    if (release) {
                        session.sink().close();
                    }
                    completion.succeeded();
                }

                @Override
                public void failed(int errorCode) {
                    completion.failed(errorCode);
                }
            });
            return;
        }
        boolean had = transaction.inTransaction();
        List<SessionStateChange> changes = session.tracking().ofEnd(had, transaction.next());
        if (chain) {
            // Servers begin one also where none was to be ended (measured on MariaDB 11.4).
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

    void savepoint(ClientStatement command, Completion completion) {
        TransactionState transaction = session.state().transaction();
        Optional<TransactionPhase.Open> open = transaction.open();
        Optional<SavepointStatement> statement = SavepointStatement.parse(command.asciiText());
        boolean pending = open.isEmpty() && (transaction.inTransaction() || !transaction.autocommit());
        if (!pending || statement.isEmpty()) {
            String pair = open.map(TransactionPhase.Open::pair)
                    .orElseGet(() -> session.cluster().anyPairOf(session.state()));
            ServerRun run = ServerRun.ofSession(pair, ORIGINAL, ServerRun.RELAY);
            executor.run(pending ? run.opening() : run, command, completion);
            return;
        }
        boolean known =
                switch (statement.get()) {
                    case SavepointStatement.SetPoint(String name) ->
                        transaction.savepoints().set(name);
                    case SavepointStatement.RollbackTo(String name) ->
                        transaction.savepoints().rollbackTo(name);
                    case SavepointStatement.Release(String name) ->
                        transaction.savepoints().release(name);
                };
        if (known) {
            done(List.of(), completion);
        } else {
            ServerError error = new ServerError(
                    ErrorCode.SP_DOES_NOT_EXIST, "SAVEPOINT " + statement.get().name() + " does not exist");
            session.sink().error(error);
            completion.failed(error.code());
        }
    }

    private void done(List<SessionStateChange> changes, Completion completion) {
        session.sink().ok(changes);
        completion.succeeded();
    }

    private static StatementText text(String sql) {
        return new StatementText.Edited(sql.getBytes(StandardCharsets.US_ASCII));
    }
}
