package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW SHARD SIZES FROM keyspace}: what each shard takes. */
final class ShowShardSizes extends AdminCommand {
    private static final List<Column> COLUMNS = List.of(
            text("keyspace"),
            number("shard"),
            text("database"),
            text("pair"),
            number("tables"),
            number("rows"),
            number("data_bytes"),
            number("index_bytes"));

    ShowShardSizes() {
        super(
                RowFilter.line("SHOW SHARD SIZES [{FROM | IN} keyspace]"),
                "how many rows and bytes each shard has, as the standbys' statistics have it");
    }

    @Override
    public boolean changesNothing() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        List<Keyspace.Sharded> keyspaces =
                Lookup.sharded(arguments, context.proxy().topology());
        RowFilter filter = RowFilter.of(arguments, COLUMNS);
        CompletionStage<AnswerTable> table = CompletableFuture.completedStage(new AnswerTable(COLUMNS));
        for (Keyspace.Sharded keyspace : keyspaces) {
            table = table.thenCombine(
                    context.proxy().operations().spaces().measure(keyspace),
                    (rows, spaces) -> fill(rows, keyspace, spaces));
        }
        return table.thenApply(all -> new AdminAnswer.Answered(filter.apply(all.rows())));
    }

    private static AnswerTable fill(AnswerTable table, Keyspace.Sharded keyspace, List<ShardSpace> spaces) {
        for (ShardSpace space : spaces) {
            table.row(
                    keyspace.name(),
                    space.shard(),
                    keyspace.databases().databaseOf(new ShardId(space.shard())),
                    space.pair(),
                    space.tables(),
                    space.rows(),
                    space.dataBytes(),
                    space.indexBytes());
        }
        return table;
    }
}
