package io.pinion.server.execution.context;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.observe.PoolObserver.CloseReason;
import io.pinion.server.session.OwnTransactionWords;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/**
 * Cleans a connection of a session's state in the background, and releases it. A connection that can't be cleaned is
 * closed.
 */
public final class TidyUp {
    private static final List<String> ROLLBACK = List.of(OwnTransactionWords.ROLLBACK);

    /** Fails with error 1046 only where there is no current database, and with another error where there is one. */
    private static final String ASK_FOR_DATABASE = "DO (SELECT 1 FROM pinion_asks)";

    private TidyUp() {}

    /**
     * Rolls back the open transaction.
     *
     * @param statements the statements for it; only the last of them has to succeed
     */
    static void rollback(BackendConnection connection, List<String> statements, boolean giveBack) {
        Runnable then = giveBack ? () -> giveBack(connection) : () -> {};
        send(connection, queries(connection, statements), end -> {
            if (end.status().inTransaction()) {
                connection.pool().discard(connection, CloseReason.UNCLEAN);
            } else {
                then.run();
            }
        });
    }

    /** Releases a connection on which the session has nothing any more, as far as its statements tell. */
    static void giveBack(BackendConnection connection) {
        if (connection.mustBeReset()) {
            reset(connection);
        } else {
            connection.pool().giveBack(connection);
        }
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
        send(connection, queries(connection, ROLLBACK), end -> {
            probeDatabase(connection);
            connection.wasReset();
            ByteBuf reset = CommandEncoder.resetConnection(connection.allocator());
            send(connection, List.of(reset), done -> {
                if (done.status().inTransaction()) {
                    connection.pool().discard(connection, CloseReason.UNCLEAN);
                } else {
                    connection.pool().giveBack(connection);
                }
            });
        });
    }

    /**
     * A procedure may have chosen a database. Mostly none has, and then the pool can still lend the connection as one
     * without.
     */
    private static void probeDatabase(BackendConnection connection) {
        if (connection.mayHaveDatabase() && connection.currentDatabase() == null) {
            InternalQuery.commands(connection, queries(connection, List.of(ASK_FOR_DATABASE)), result -> {
                if (result instanceof Refused(ServerError error, AnswerEnd end)
                        && error.code() == ErrorCode.NO_DB.number()) {
                    connection.hasNoDatabase();
                }
            });
        }
    }

    /** Goes on when the last command has succeeded. */
    private static void send(BackendConnection connection, List<ByteBuf> commands, Consumer<AnswerEnd> then) {
        InternalQuery.commands(connection, commands, result -> {
            switch (result) {
                case Answered(AnswerEnd end) -> then.accept(end);
                case Refused(ServerError error, AnswerEnd end) when !end.failed() -> then.accept(end);
                case Refused<?> refused -> connection.pool().discard(connection, CloseReason.UNCLEAN);
                // The pool knows already.
                case Lost<?> lost -> {}
            }
        });
    }

    private static List<ByteBuf> queries(BackendConnection connection, List<String> statements) {
        return statements.stream()
                .map(text -> CommandEncoder.query(text.getBytes(StandardCharsets.UTF_8), connection.allocator()))
                .toList();
    }
}
