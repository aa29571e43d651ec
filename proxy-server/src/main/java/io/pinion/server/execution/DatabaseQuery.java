package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import java.util.Arrays;
import java.util.Optional;

/** Asks a connection whether its server still has a current database there. */
final class DatabaseQuery extends RowQuery {
    private static final String QUESTION = "SELECT DATABASE() IS NULL FROM DUAL LIMIT 1";
    private static final byte[] YES = {'1'};

    private final Asker asker;

    interface Asker {
        void told(boolean none);

        void lostAsking(ServerError reason);
    }

    DatabaseQuery(BackendConnection connection, Asker asker) {
        super(connection);
        this.asker = asker;
    }

    void ask() {
        ask(QUESTION);
    }

    @Override
    void told(Optional<OneRow> row) {
        asker.told(row.map(one -> Arrays.equals(one.cells().getFirst(), YES)).orElse(false));
    }

    @Override
    void lostAsking(ServerError reason) {
        asker.lostAsking(reason);
    }
}
