package io.pinion.server.execution.query;

import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;

/**
 * A command whose only use is the status word of its answer, after a statement that failed. COM_SET_OPTION leaves the
 * error where it is and {@code ROW_COUNT()} at -1; a COM_PING would make that 0 (both measured on MariaDB 11.4 and MySQL
 * 9.7).
 */
public final class StatusQuery extends InternalQuery {
    private final Asker asker;

    public interface Asker {
        void told(AnswerEnd status);

        void lostAsking();
    }

    public StatusQuery(BackendConnection connection, Asker asker) {
        super(connection);
        this.asker = asker;
    }

    public void ask() {
        boolean multiStatements = connection.agreed().has(Capabilities.MULTI_STATEMENTS);
        ask(CommandEncoder.multiStatements(multiStatements, connection.allocator()));
    }

    @Override
    public void ended(AnswerEnd end) {
        asker.told(end);
    }

    @Override
    public void lost(ServerError reason) {
        asker.lostAsking();
    }
}
