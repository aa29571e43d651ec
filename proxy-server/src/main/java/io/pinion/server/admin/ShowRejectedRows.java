package io.pinion.server.admin;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.transfer.RejectedRowsFact;
import io.pinion.operations.transfer.rows.RejectedRow;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The rows that keep imports from handing over. */
final class ShowRejectedRows extends AdminTable<ShowRejectedRows.RowOfImport> {
    /** A row that an import can't carry. */
    record RowOfImport(Operation operation, RejectedRow rejected) {}

    ShowRejectedRows() {
        super(
                "SHOW REJECTED ROWS",
                "rows of the old databases that imports can't carry as they are, and why",
                number("operation", row -> row.operation().number(), "The import"),
                text("database", row -> row.operation().task().keyspace(), "The old database"),
                text("table", row -> row.rejected().row().table(), "The table of the row"),
                text("row", row -> row.rejected().row().words(), "The values of its primary key"),
                text("reason", row -> row.rejected().why(), "Why the import can't carry it"));
    }

    @Override
    CompletionStage<List<RowOfImport>> rows(StatementArguments arguments, AdminContext context) {
        return context.proxy().operations().list().thenApply(operations -> operations.stream()
                .map(OperationView::operation)
                .filter(operation -> !operation.progress().state().isOver())
                .flatMap(ShowRejectedRows::rejected)
                .toList());
    }

    private static Stream<RowOfImport> rejected(Operation operation) {
        return RejectedRowsFact.of(operation.progress()).stream().map(row -> new RowOfImport(operation, row));
    }
}
