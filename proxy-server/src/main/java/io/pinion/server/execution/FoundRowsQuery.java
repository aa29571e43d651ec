package io.pinion.server.execution;

import io.pinion.server.backend.BackendConnection;
import java.util.List;

/** Asks a connection how many rows its last query had without LIMIT. */
abstract class FoundRowsQuery extends RowsQuery {
    FoundRowsQuery(BackendConnection connection) {
        super(connection);
    }

    final void ask() {
        // LIMIT stands against a small sql_select_limit.
        ask("SELECT FOUND_ROWS() LIMIT 1");
    }

    abstract void found(long rows);

    /** The server refused the question: nobody knows. */
    abstract void unknown();

    @Override
    final void told(List<OneRow> rows) {
        if (rows.isEmpty()) {
            unknown();
        } else {
            found(count(rows.getFirst()));
        }
    }
}
