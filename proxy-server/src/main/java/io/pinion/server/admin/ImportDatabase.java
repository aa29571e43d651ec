package io.pinion.server.admin;

import io.pinion.operations.control.OperationControl;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.transfer.ImportRequest;
import java.util.List;
import java.util.Optional;

/**
 * {@code IMPORT DATABASE shop AS MOD SHARDS 256 ON PAIRS p, q}: a database becomes a sharded keyspace of its
 * name while clients use it.
 */
final class ImportDatabase extends BegunCommand<ImportRequest> {
    ImportDatabase() {
        super(
                "IMPORT DATABASE",
                "IMPORT DATABASE name [FROM PAIR pair] AS {ID SHARDS n | MOD SHARDS n [HASH function]} ON PAIR[S]"
                        + " pair[, pair …] [DATABASE 'pattern'] [TABLES '{\"table\": {\"key\": \"column\"}, …}']"
                        + " [HAND OVER ON REQUEST]",
                "copies a database of one pair to the shards of a keyspace and hands its name over; clients wait for"
                        + " a moment and get no error",
                OperationControl::imports);
    }

    @Override
    ImportRequest read(AdminTokens arguments, AdminContext context) {
        String name = arguments.name("the name of a database");
        Optional<String> pair = Optional.empty();
        if (arguments.take("FROM PAIR")) {
            pair = Optional.of(arguments.name("the name of the pair that has the database"));
        }
        boolean ids = arguments.take("AS ID SHARDS");
        if (!ids) {
            arguments.require("AS MOD SHARDS");
        }
        int shards = OpenShards.whole(arguments, "a number of shards");
        String hash = ids ? "" : hash(arguments);
        List<String> pairs = CreateKeyspace.pairs(arguments);
        var databases = CreateKeyspace.pattern(arguments, name);
        String tables = arguments.take("TABLES") ? arguments.string("a document of the tables") : "";
        boolean onRequest = arguments.take("HAND OVER ON REQUEST");
        arguments.end();
        return new ImportRequest(
                new KeyspaceShape(name, ids ? Kind.ID : Kind.MOD, shards, Optional.of(databases), pairs, hash, "", ""),
                pair,
                tables,
                onRequest);
    }

    private static String hash(AdminTokens arguments) {
        return arguments.take("HASH") ? arguments.name("the name of a hash") : CreateKeyspace.DEFAULT_HASH;
    }
}
