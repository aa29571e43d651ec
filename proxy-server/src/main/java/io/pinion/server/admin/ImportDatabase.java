package io.pinion.server.admin;

import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.transfer.ImportRequest;
import java.util.Optional;

/**
 * {@code IMPORT DATABASE shop AS MOD SHARDS 256 ON PAIRS p, q}: a database becomes a sharded keyspace of its
 * name while clients use it.
 */
final class ImportDatabase extends BegunCommand {
    ImportDatabase() {
        super(
                "IMPORT DATABASE name [FROM PAIR pair] AS {ID SHARDS n | MOD SHARDS n [HASH function]} ON PAIR[S]"
                        + " pair[, pair …] [DATABASE 'pattern'] [TABLES '{\"table\": {\"key\": \"column\"}, …}']"
                        + " [HAND OVER ON REQUEST]",
                "copies a database of one pair to the shards of a keyspace and hands its name over; clients wait for"
                        + " a moment and get no error");
    }

    @Override
    ImportRequest read(StatementArguments arguments, AdminContext context) {
        String name = arguments.text("name");
        boolean ids = arguments.has("ID SHARDS");
        KeyspaceShape shape = new KeyspaceShape(
                name,
                ids ? Kind.ID : Kind.MOD,
                CreateKeyspace.shards(arguments),
                Optional.of(CreateKeyspace.pattern(arguments, name)),
                arguments.clause("ON PAIR").orElseThrow().texts("pair"),
                ids ? "" : arguments.optional("function").orElse(CreateKeyspace.DEFAULT_HASH),
                "",
                "");
        return new ImportRequest(
                shape,
                arguments.clause("FROM PAIR").flatMap(clause -> clause.text("pair")),
                arguments
                        .clause("TABLES")
                        .map(clause -> clause.values().getFirst().text())
                        .orElse(""),
                arguments.has("HAND OVER ON REQUEST"));
    }
}
