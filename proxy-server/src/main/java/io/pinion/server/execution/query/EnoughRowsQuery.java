package io.pinion.server.execution.query;

import io.pinion.routing.plan.RoutePlan.RowsAhead;
import io.pinion.server.backend.BackendConnection;
import java.util.List;

/** Checks on the gathering server whether the few rows that were read are enough for the statement's LIMIT. */
public abstract class EnoughRowsQuery extends RowsQuery {
    private final RowsAhead few;

    public EnoughRowsQuery(BackendConnection gathering, RowsAhead few) {
        super(gathering);
        this.few = few;
    }

    public final void ask() {
        ask(few.count());
    }

    protected abstract void told(boolean enough);

    /** If the server refuses to count the rows, it will refuse the statement too, with an error for the client. */
    @Override
    protected final void told(List<OneRow> rows) {
        told(rows.isEmpty() || count(rows.getFirst()) >= few.wanted());
    }
}
