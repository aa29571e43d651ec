package io.pinion.server.execution;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.observe.PoolObserver.CloseReason;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Makes a connection clean after a session has left something on it, and gives it back; nobody waits for that. A
 * connection that can't be cleaned is closed.
 */
final class TidyUp extends OwnQuestion {
    private final boolean giveBack;
    private int outstanding = 1;

    private TidyUp(BackendConnection connection, boolean giveBack) {
        super(connection);
        this.giveBack = giveBack;
    }

    /**
     * Undoes the open transaction.
     *
     * @param statements that do so; only the last of them has to succeed
     */
    static void rollback(BackendConnection connection, List<String> statements, boolean giveBack) {
        TidyUp tidyUp = new TidyUp(connection, giveBack);
        tidyUp.outstanding = statements.size();
        for (String statement : statements) {
            tidyUp.ask(CommandEncoder.query(
                    statement.getBytes(StandardCharsets.UTF_8), connection.agreed(), connection.allocator()));
        }
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
        outstanding--;
        if (outstanding > 0) {
            return;
        }
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
