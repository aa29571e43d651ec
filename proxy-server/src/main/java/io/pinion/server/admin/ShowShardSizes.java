package io.pinion.server.admin;

import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** {@code SHOW SHARD SIZES FROM keyspace}: what each shard takes. */
final class ShowShardSizes extends AdminTable<ShowShardSizes.MeasuredShard> {
    /** What a shard of a keyspace takes. */
    record MeasuredShard(Keyspace.Sharded keyspace, ShardSpace space) {}

    ShowShardSizes() {
        super(
                "SHOW SHARD SIZES [{FROM | IN} keyspace]",
                "how many rows and bytes each shard has, as the standbys' statistics have it",
                text("keyspace", shard -> shard.keyspace().name(), "The keyspace of the shard"),
                number("shard", shard -> shard.space().shard(), "The number of the shard"),
                text("database", ShowShardSizes::database, "The database of the shard"),
                text("pair", shard -> shard.space().pair(), "The pair that has the shard"),
                number("tables", shard -> shard.space().tables(), "Its tables that have statistics"),
                number("rows", shard -> shard.space().rows(), "About as many rows"),
                number("data_bytes", Unit.BYTES, shard -> shard.space().dataBytes(), "What the rows take"),
                number("index_bytes", Unit.BYTES, shard -> shard.space().indexBytes(), "What secondary indexes take"));
    }

    @Override
    CompletionStage<List<MeasuredShard>> rows(StatementArguments arguments, AdminContext context) {
        CompletionStage<List<MeasuredShard>> measured = CompletableFuture.completedStage(List.of());
        for (Keyspace.Sharded keyspace :
                Lookup.sharded(arguments, context.proxy().topology())) {
            measured = measured.thenCombine(
                    context.proxy().operations().spaces().measure(keyspace), (before, spaces) -> Stream.concat(
                                    before.stream(), spaces.stream().map(space -> new MeasuredShard(keyspace, space)))
                            .toList());
        }
        return measured;
    }

    private static String database(MeasuredShard shard) {
        return shard.keyspace().databases().databaseOf(new ShardId(shard.space().shard()));
    }
}
