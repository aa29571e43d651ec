package io.pinion.server.admin;

import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.restore.RestoredRows.Differences;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code SHOW RESTORED ROWS OF OPERATION n}: what came back, beside what is there now. */
final class ShowRestoredRows extends AdminTable<RestoredRows> {
    ShowRestoredRows() {
        super(
                List.of(SyntaxLine.of("SHOW RESTORED ROWS OF OPERATION n")),
                "compares the rows that RESTORE SHARDS has loaded with those of now, table by table",
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

    @Override
    CompletionStage<List<RestoredRows>> rows(StatementArguments arguments, AdminContext context) {
        long operation = EndOperation.number(arguments);
        return context.proxy().operations().compareRestored(operation);
    }
}
