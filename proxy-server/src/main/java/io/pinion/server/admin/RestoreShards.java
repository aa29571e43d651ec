package io.pinion.server.admin;

import io.pinion.operations.control.OperationControl;
import io.pinion.operations.restore.ShardsRestore;
import java.util.ArrayList;
import java.util.List;

/** {@code RESTORE SHARDS 0-511 [TABLES …] IN keyspace FROM 'place'}: rows come back from an export, beside those of now. */
final class RestoreShards extends BegunCommand<ShardsRestore> {
    RestoreShards() {
        super(
                "RESTORE SHARDS",
                "RESTORE SHARDS first-last [TABLES table[, table …]] IN keyspace FROM 'place'",
                "loads the rows of shards from an export into databases beside theirs; FINISH OPERATION puts them in"
                        + " their place",
                OperationControl::restores);
    }

    @Override
    List<String> otherNames() {
        return List.of("RESTORE SHARD");
    }

    @Override
    ShardsRestore read(AdminTokens arguments, AdminContext context) {
        ShardNumbers shards = ShardNumbers.read(arguments);
        List<String> tables = new ArrayList<>();
        if (arguments.take("TABLES") || arguments.take("TABLE")) {
            do {
                tables.add(arguments.name("the name of a table"));
            } while (arguments.takeSign(","));
        }
        arguments.require("IN");
        String keyspace = arguments.name("the name of a keyspace");
        arguments.require("FROM");
        String place = arguments.string("the place of an export");
        arguments.end();
        return ShardsRestore.asked(keyspace, shards.first(), shards.last(), place, tables);
    }
}
