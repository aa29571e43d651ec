package io.pinion.server.execution.query;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a connection's {@code LAST_INSERT_ID()} before the connection returns to the pool, because the session's next
 * statements may run anywhere. The OK of an insert doesn't tell the id: it shows explicit ids and those of updated rows
 * too. The query also sets the id to 0, so that the next session never sees it.
 */
public final class InsertIdQuery extends RowQuery {
    // LIMIT overrides a small sql_select_limit.
    private static final String QUESTION = "SELECT LAST_INSERT_ID(), LAST_INSERT_ID(0) LIMIT 1";

    private final Listener listener;

    public interface Listener {
        /** @param id empty when the server didn't tell; negative for one above 2^63 */
        void told(OptionalLong id);

        void lostAsking(ServerError reason);
    }

    public InsertIdQuery(BackendConnection connection, Listener listener) {
        super(connection);
        this.listener = listener;
    }

    public void ask() {
        ask(QUESTION);
    }

    @Override
    protected void told(Optional<OneRow> row) {
        listener.told(row.map(InsertIdQuery::number).orElse(OptionalLong.empty()));
    }

    @Override
    protected void lostAsking(ServerError reason) {
        listener.lostAsking(reason);
    }

    private static OptionalLong number(OneRow row) {
        byte[] digits = row.cells().getFirst();
        try {
            return digits == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseUnsignedLong(new String(digits, StandardCharsets.US_ASCII)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
