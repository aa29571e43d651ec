package io.pinion.server.execution;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.observe.PoolObserver.CloseReason;
import java.nio.charset.StandardCharsets;

/**
 * Makes a connection clean after a session has left something on it, and gives it back; nobody waits for that. A
 * connection that can't be cleaned is closed.
 */
final class TidyUp extends OwnQuestion {
    private static final byte[] ROLLBACK = "ROLLBACK".getBytes(StandardCharsets.US_ASCII);

    private final boolean giveBack;

    private TidyUp(BackendConnection connection, boolean giveBack) {
        super(connection);
        this.giveBack = giveBack;
    }

    /** Undoes the open transaction. */
    static void rollback(BackendConnection connection, boolean giveBack) {
        new TidyUp(connection, giveBack)
                .ask(CommandEncoder.query(ROLLBACK, connection.agreed(), connection.allocator()));
    }

    /** Undoes everything that a session can leave behind, the transaction included. */
    static void reset(BackendConnection connection) {
        if (!connection.isReusable()) {
            connection.pool().discard(connection, CloseReason.UNCLEAN);
            return;
        }
        connection.isReset();
        new TidyUp(connection, true).ask(CommandEncoder.resetConnection(connection.allocator()));
    }

    @Override
    public void ended(AnswerEnd end) {
        if (end.failed() || end.status().inTransaction()) {
            connection.pool().discard(connection, CloseReason.UNCLEAN);
        } else if (giveBack) {
            connection.pool().giveBack(connection);
        }
    }

    @Override
    public void lost(ServerError reason) {
        // The pool knows already.
    }
}
