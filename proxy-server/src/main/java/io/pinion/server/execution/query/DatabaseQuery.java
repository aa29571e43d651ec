package io.pinion.server.execution.query;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import java.util.Arrays;
import java.util.Optional;

/** Checks whether a connection still has a current database. */
public final class DatabaseQuery extends RowQuery {
    private static final String QUESTION = "SELECT DATABASE() IS NULL FROM DUAL LIMIT 1";
    private static final byte[] YES = {'1'};

    private final Listener listener;

    public interface Listener {
        void told(boolean none);

        void lostAsking(ServerError reason);
    }

    public DatabaseQuery(BackendConnection connection, Listener listener) {
        super(connection);
        this.listener = listener;
    }

    public void ask() {
        ask(QUESTION);
    }

    @Override
    protected void told(Optional<OneRow> row) {
        listener.told(row.map(one -> Arrays.equals(one.cells().getFirst(), YES)).orElse(false));
    }

    @Override
    protected void lostAsking(ServerError reason) {
        listener.lostAsking(reason);
    }
}
