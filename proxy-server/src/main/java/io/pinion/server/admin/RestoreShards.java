package io.pinion.server.admin;

import io.pinion.operations.restore.ShardsRestore;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;

/** {@code RESTORE SHARDS 0-511 [TABLES …] IN keyspace FROM 'place'}: rows come back from an export, beside those of now. */
final class RestoreShards extends BegunCommand {
    RestoreShards() {
        super(
                "RESTORE SHARD[S] first-last [TABLE[S] table[, table …]] IN keyspace FROM 'place'",
                "loads the rows of shards from an export into databases beside theirs; FINISH OPERATION puts them in"
                        + " their place");
    }

    @Override
    ShardsRestore read(StatementArguments arguments, AdminContext context) {
        ShardNumbers shards = arguments.shards();
        return ShardsRestore.asked(
                arguments.text("keyspace"),
                shards.first(),
                shards.last(),
                arguments.text("'place'"),
                arguments.texts("table"));
    }
}
