package io.pinion.server.execution.query;

import io.pinion.server.backend.BackendConnection;
import java.util.List;
import java.util.Optional;

/** A SELECT of Pinion's own with one small row. */
abstract class RowQuery extends RowsQuery {
    RowQuery(BackendConnection connection) {
        super(connection);
    }

    @Override
    protected final void told(List<OneRow> rows) {
        told(rows.stream().findFirst());
    }

    /** @param row empty when the server refused the query, or had no row */
    protected abstract void told(Optional<OneRow> row);
}
