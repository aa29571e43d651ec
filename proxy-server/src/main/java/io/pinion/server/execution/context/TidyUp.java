package io.pinion.server.execution.context;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.session.OwnTransactionWords;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Cleans a connection of a session's state in the background, and releases it. A connection that can't be cleaned is
 * closed.
 */
public final class TidyUp extends InternalQuery {
    private static final List<String> ROLLBACK = List.of(OwnTransactionWords.ROLLBACK);

    /** Fails with error 1046 only where there is no current database, and with another error where there is one. */
    private static final String ASK_FOR_DATABASE = "DO (SELECT 1 FROM pinion_asks)";

    private final Then then;
    private int outstanding;

    /** The step after the last of the commands has succeeded. */
    private enum Then {
        NOTHING,
        RESET,
        GIVE_BACK
    }

    private TidyUp(BackendConnection connection, Then then) {
        super(connection);
        this.then = then;
    }

    /**
     * Rolls back the open transaction.
     *
     * @param statements the statements for it; only the last of them has to succeed
     */
    static void rollback(BackendConnection connection, List<String> statements, boolean giveBack) {
        new TidyUp(connection, giveBack ? Then.GIVE_BACK : Then.NOTHING).send(statements);
    }

    /**
     * Removes all state that a session can leave behind, the transaction included. A connection with state that
     * COM_RESET_CONNECTION doesn't clear is closed.
     *
     * <p>A server refuses ROLLBACK while its session has a branch of XA, however that came there (1399, measured on
     * MariaDB 11.4). A reset would lose the rows of a prepared branch although a later {@code XA COMMIT} says OK, and
     * every change on that connection would be error 1031 from then on. A connection that closes leaves the branch for
     * any session to commit. MySQL 9.7 detaches a branch from its session when it is prepared.
     */
    public static void reset(BackendConnection connection) {
        if (!connection.isReusable() || connection.endsWithItsSession()) {
            connection.pool().discard(connection, CloseReason.UNCLEAN);
            return;
        }
        new TidyUp(connection, Then.RESET).send(ROLLBACK);
    }

    private void send(List<String> statements) {
        outstanding = statements.size();
        for (String statement : statements) {
            ask(query(statement));
        }
    }

    private ByteBuf query(String text) {
        return CommandEncoder.query(text.getBytes(StandardCharsets.UTF_8), connection.agreed(), connection.allocator());
    }

    /**
     * A procedure may have chosen a database. Mostly none has, and then the pool can still lend the connection as one
     * without.
     */
    private static final class DatabaseProbe extends InternalQuery {
        DatabaseProbe(BackendConnection connection) {
            super(connection);
        }

        @Override
        public void ended(AnswerEnd end) {
            if (end.errorCode() == ErrorCode.NO_DB.number()) {
                connection.hasNoDatabase();
            }
        }

        @Override
        public void lost(ServerError reason) {
            // The pool knows already.
        }
    }

    @Override
    public void ended(AnswerEnd end) {
        outstanding--;
        if (outstanding > 0) {
            return;
        }
        if (end.failed() || (end.status().inTransaction() && then != Then.RESET)) {
            connection.pool().discard(connection, CloseReason.UNCLEAN);
            return;
        }
        switch (then) {
            case NOTHING -> {}
            case RESET -> {
                if (connection.mayHaveDatabase() && connection.currentDatabase() == null) {
                    new DatabaseProbe(connection).ask(query(ASK_FOR_DATABASE));
                }
                connection.wasReset();
                TidyUp last = new TidyUp(connection, Then.GIVE_BACK);
                last.outstanding = 1;
                last.ask(CommandEncoder.resetConnection(connection.allocator()));
            }
            case GIVE_BACK -> connection.pool().giveBack(connection);
        }
    }

    @Override
    public void lost(ServerError reason) {
        // The pool knows already.
    }
}
