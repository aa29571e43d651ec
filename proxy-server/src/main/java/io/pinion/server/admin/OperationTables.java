package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.number;
import static io.pinion.server.admin.AdminTable.text;
import static io.pinion.server.admin.AdminTable.time;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.restore.RestoredRows.Differences;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.transfer.RejectedRowsFact;
import io.pinion.operations.transfer.rows.RejectedRow;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The tables of operations and of the rows that they carry. */
final class OperationTables {
    private OperationTables() {}

    /** {@code SHOW OPERATIONS}: the operations that were started, the latest last. */
    static AdminTable<?> operations() {
        AdminTable<OperationView> table = new AdminTable<OperationView>(
                "SHOW OPERATIONS",
                "changes of tables on all shards, promotions and openings: how far they are, who began them, what"
                        + " went wrong",
                (arguments, context) -> context.proxy().operations().list().thenApply(all -> all.stream()
                        .filter(view -> context.asker().sees(view.operation()))
                        .toList()),
                number("operation", view -> view.operation().number(), "The number by which other statements name it"),
                text("state", OperationView::state, "The state in one word, which the manual explains"),
                text("keyspace", view -> view.operation().task().keyspace(), "The keyspace that it changes, if any"),
                text("statement", view -> view.operation().task().statement(), "What was asked for, without secrets"),
                number("done", view -> progress(view).done().size(), "The shards on which it has succeeded"),
                number("failed", view -> progress(view).failed().size(), "The shards that have refused it"),
                number("shards", view -> progress(view).total(), "All shards that it works on, if any"),
                text("user", view -> view.operation().origin().user(), "The user who began it"),
                text("proxy", view -> progress(view).proxy(), "The proxy that runs it, or did last"),
                time("started", view -> view.operation().origin().started().toString(), "When it began"),
                time("updated", view -> progress(view).updated().toString(), "When its progress was last written down"),
                text("step", view -> progress(view).words(), "The present step, and how far that is"),
                text("error", OperationView::error, "Why it has ended early, and what to type; empty otherwise"));
        return table.forEverybody();
    }

    private static Progress progress(OperationView view) {
        return view.operation().progress();
    }

    /** A row that an import can't carry. */
    private record RowOfImport(Operation operation, RejectedRow rejected) {}

    /** {@code SHOW REJECTED ROWS}: those that keep imports from handing over. */
    static AdminTable<?> rejectedRows() {
        return new AdminTable<RowOfImport>(
                "SHOW REJECTED ROWS",
                "rows of the old databases that imports can't carry as they are, and why",
                (arguments, context) -> context.proxy().operations().list().thenApply(all -> all.stream()
                        .map(OperationView::operation)
                        .filter(operation -> !operation.progress().state().isOver())
                        .flatMap(OperationTables::rejected)
                        .toList()),
                number("operation", row -> row.operation().number(), "The import"),
                text("database", row -> row.operation().task().keyspace(), "The old database"),
                text("table", row -> row.rejected().row().table(), "The table of the row"),
                text("row", row -> row.rejected().row().words(), "The values of its primary key"),
                text("reason", row -> row.rejected().why(), "Why the import can't carry it"));
    }

    private static Stream<RowOfImport> rejected(Operation operation) {
        return RejectedRowsFact.of(operation.progress()).stream().map(row -> new RowOfImport(operation, row));
    }

    /** {@code SHOW RESTORED ROWS OF OPERATION n}: what came back, beside what is there now. */
    static AdminTable<?> restoredRows() {
        return new AdminTable<RestoredRows>(
                List.of(SyntaxLine.of("SHOW RESTORED ROWS OF OPERATION n")),
                "compares the rows that RESTORE SHARDS has loaded with those of now, table by table",
                (arguments, context) -> context.proxy().operations().compareRestored(EndOperation.number(arguments)),
                number("shard", RestoredRows::shard, "The number of the shard"),
                text("database", RestoredRows::database, "The database of the shard"),
                text("table", RestoredRows::table, "The table"),
                number("restored", RestoredRows::restored, "Rows that came back"),
                compared("missing", Differences::missing, "Of these, rows that aren't there now"),
                compared("changed", Differences::changed, "Of these, rows that have other values now"),
                compared("newer", Differences::newer, "Rows that are there now and didn't come back"));
    }

    private static AdminColumn<RestoredRows> compared(String name, Function<Differences, ?> count, String meaning) {
        return number(name, table -> table.differences().map(count), meaning);
    }
}
