package io.pinion.server.admin;

import io.pinion.operations.control.OperationControl;
import io.pinion.operations.reshard.ReshardRequest;
import io.pinion.routing.catalog.DatabasePattern;
import java.util.List;
import java.util.Optional;

/** {@code RESHARD KEYSPACE users INTO 1024 SHARDS ON PAIRS p, q}: a mod keyspace gets other shards while clients use it. */
final class ReshardKeyspace extends BegunCommand<ReshardRequest> {
    ReshardKeyspace() {
        super(
                "RESHARD KEYSPACE",
                "RESHARD KEYSPACE name INTO n SHARDS [HASH function] ON PAIR[S] pair[, pair …] [DATABASE 'pattern']"
                        + " [HAND OVER ON REQUEST]",
                "gives a mod keyspace another number of shards, or another hash; clients wait for a moment and get no"
                        + " error",
                OperationControl::reshardings);
    }

    @Override
    ReshardRequest read(AdminTokens arguments, AdminContext context) {
        String keyspace = arguments.name("the name of a keyspace");
        arguments.require("INTO");
        int shards = OpenShards.whole(arguments, "a number of shards");
        if (!arguments.take("SHARD")) {
            arguments.require("SHARDS");
        }
        Optional<String> hash =
                arguments.take("HASH") ? Optional.of(arguments.name("the name of a hash")) : Optional.empty();
        List<String> pairs = CreateKeyspace.pairs(arguments);
        Optional<DatabasePattern> databases = CreateKeyspace.statedPattern(arguments);
        boolean onRequest = arguments.take("HAND OVER ON REQUEST");
        arguments.end();
        return new ReshardRequest(keyspace, shards, hash, pairs, databases, onRequest);
    }
}
