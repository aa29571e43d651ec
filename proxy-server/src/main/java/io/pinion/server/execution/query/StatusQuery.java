package io.pinion.server.execution.query;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;

/**
 * A command for the status flags of its answer, after a failed statement. COM_SET_OPTION keeps the error and a {@code
 * ROW_COUNT()} of -1; a COM_PING would set that to 0 (both measured on MariaDB 11.4 and MySQL 9.7).
 */
public final class StatusQuery extends InternalQuery {
    private final Listener listener;

    public interface Listener {
        void told(AnswerEnd status);

        void lostAsking();
    }

    public StatusQuery(BackendConnection connection, Listener listener) {
        super(connection);
        this.listener = listener;
    }

    public void ask() {
        boolean multiStatements = connection.agreed().has(Capabilities.MULTI_STATEMENTS);
        ask(CommandEncoder.multiStatements(multiStatements, connection.allocator()));
    }

    @Override
    public void ended(AnswerEnd end) {
        listener.told(end);
    }

    @Override
    public void lost(ServerError reason) {
        listener.lostAsking();
    }
}
