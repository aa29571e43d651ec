package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code SHOW SCHEMA DRIFT}: differences between the tables of shards and those of their keyspace's first shard. */
final class ShowSchemaDrift extends AdminCommand {
    private static final List<Column> COLUMNS =
            List.of(text("keyspace"), text("table"), number("shard"), text("pair"), text("difference"));

    ShowSchemaDrift() {
        super(
                RowFilter.line("SHOW SCHEMA DRIFT [{FROM | IN} keyspace]"),
                "which shards have other tables, columns or indexes than the first of their keyspace");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Optional<String> keyspace = arguments.optional("keyspace");
        RowFilter filter = RowFilter.of(arguments, COLUMNS);
        return context.proxy().operations().drift(keyspace).thenApply(rows -> {
            AnswerTable table = new AnswerTable(COLUMNS);
            for (DriftRow row : rows) {
                table.row(row.keyspace(), row.table(), row.shard(), row.pair(), row.difference());
            }
            return new AdminAnswer.Answered(filter.apply(table.rows()));
        });
    }
}
