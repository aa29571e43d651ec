package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.restore.ShardsRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code RESTORE SHARDS 0-511 [TABLES …] IN keyspace FROM 'place'}: rows come back from an export, beside those of now. */
final class RestoreShards extends ExplainedCommand {
    RestoreShards() {
        super(
                "RESTORE SHARDS",
                "RESTORE SHARDS first-last [TABLES table[, table …]] IN keyspace FROM 'place'",
                "loads the rows of shards from an export into databases beside theirs; FINISH OPERATION puts them in"
                        + " their place");
    }

    @Override
    List<String> otherNames() {
        return List.of("RESTORE SHARD");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        ShardsRestore request = read(arguments);
        return context.proxy()
                .operations()
                .restores()
                .begin(request, context.session().userName())
                .thenApply(BegunOperation::answer);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return context.proxy().operations().restores().explain(read(arguments));
    }

    private static ShardsRestore read(AdminTokens arguments) {
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
