package io.pinion.server.execution;

import io.pinion.routing.plan.RoutePlan.RowsAhead;
import io.pinion.server.backend.BackendConnection;
import java.util.List;

/** Asks the gathering server whether the few rows that were read are enough for the statement's LIMIT. */
abstract class EnoughRowsQuery extends RowsQuery {
    private final RowsAhead few;

    EnoughRowsQuery(BackendConnection gathering, RowsAhead few) {
        super(gathering);
        this.few = few;
    }

    final void ask() {
        ask(few.count());
    }

    abstract void told(boolean enough);

    /** What a server refuses to count, it will refuse to answer, too, and says why. */
    @Override
    final void told(List<OneRow> rows) {
        told(rows.isEmpty() || count(rows.getFirst()) >= few.wanted());
    }
}
