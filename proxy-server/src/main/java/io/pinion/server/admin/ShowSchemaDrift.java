package io.pinion.server.admin;

import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code SHOW SCHEMA DRIFT}: differences between the tables of shards and those of their keyspace's first shard. */
final class ShowSchemaDrift extends AdminTable<DriftRow> {
    ShowSchemaDrift() {
        super(
                "SHOW SCHEMA DRIFT [{FROM | IN} keyspace]",
                "which shards have other tables, columns or indexes than the first of their keyspace",
                text("keyspace", DriftRow::keyspace, "The keyspace of the shard"),
                text("table", DriftRow::table, "The table that differs"),
                number("shard", DriftRow::shard, "The shard that has another table than the first one"),
                text("pair", DriftRow::pair, "The pair that has the shard"),
                text("difference", DriftRow::difference, "What the shard has otherwise, or lacks"));
    }

    @Override
    CompletionStage<List<DriftRow>> rows(StatementArguments arguments, AdminContext context) {
        Optional<String> keyspace = arguments.optional("keyspace");
        return context.proxy().operations().drift(keyspace);
    }
}
