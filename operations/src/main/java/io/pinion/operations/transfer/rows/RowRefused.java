package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;

/** A row is in the way of an import; others may be carried beside it. */
final class RowRefused extends OperationRefused {
    private static final long serialVersionUID = 1;

    private final transient RejectedRow row;

    RowRefused(RejectedRow row) {
        super("the row " + row.row() + " can't be carried: " + row.why());
        this.row = row;
    }

    RejectedRow row() {
        return row;
    }
}
