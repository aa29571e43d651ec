package io.pinion.server.execution.query;

import io.pinion.server.backend.BackendConnection;
import java.util.List;

/** Reads the number of rows that a connection's last query had without LIMIT. */
public abstract class FoundRowsQuery extends RowsQuery {
    public FoundRowsQuery(BackendConnection connection) {
        super(connection);
    }

    public final void ask() {
        // LIMIT overrides a small sql_select_limit.
        ask("SELECT FOUND_ROWS() LIMIT 1");
    }

    protected abstract void found(long rows);

    /** The server refused the query, so the number is unknown. */
    protected abstract void unknown();

    @Override
    protected final void told(List<OneRow> rows) {
        if (rows.isEmpty()) {
            unknown();
        } else {
            found(count(rows.getFirst()));
        }
    }
}
