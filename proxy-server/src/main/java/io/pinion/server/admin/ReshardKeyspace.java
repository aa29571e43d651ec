package io.pinion.server.admin;

import io.pinion.operations.reshard.ReshardRequest;
import io.pinion.operations.statement.StatementArguments;

/** {@code RESHARD KEYSPACE users INTO 1024 SHARDS ON PAIRS p, q}: a mod keyspace gets other shards while clients use it. */
final class ReshardKeyspace extends BegunCommand {
    ReshardKeyspace() {
        super(
                "RESHARD KEYSPACE name INTO n SHARD[S] [HASH function] ON PAIR[S] pair[, pair …] [DATABASE 'pattern']"
                        + " [HAND OVER ON REQUEST]",
                "gives a mod keyspace another number of shards, or another hash; clients wait for a moment and get no"
                        + " error");
    }

    @Override
    ReshardRequest read(StatementArguments arguments, AdminContext context) {
        return new ReshardRequest(
                arguments.text("name"),
                arguments.number("INTO").orElseThrow(),
                arguments.optional("function"),
                arguments.texts("pair"),
                CreateKeyspace.statedPattern(arguments),
                arguments.has("HAND OVER ON REQUEST"));
    }
}
