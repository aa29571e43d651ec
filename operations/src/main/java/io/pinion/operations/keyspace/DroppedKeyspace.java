package io.pinion.operations.keyspace;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The task of taking an empty keyspace away.
 *
 * @param databases the pattern of its databases' names; empty for a keyspace that isn't sharded
 * @param ranges where its databases are, since the topology forgets it before they are dropped
 */
@JsonTypeName("DROP_KEYSPACE")
public record DroppedKeyspace(String keyspace, Optional<DatabasePattern> databases, List<ShardRange> ranges)
        implements Task {
    public DroppedKeyspace {
        ranges = List.copyOf(ranges);
    }

    static DroppedKeyspace of(Keyspace keyspace) {
        return switch (keyspace) {
            case Keyspace.Sharded sharded ->
                new DroppedKeyspace(
                        sharded.name(),
                        Optional.of(sharded.databases()),
                        sharded.ranges().ranges());
            case Keyspace.Single single ->
                new DroppedKeyspace(single.name(), Optional.empty(), List.of(ShardRange.of(0, 0, single.pair())));
        };
    }

    String database(int shard) {
        return databases.map(pattern -> pattern.databaseOf(new ShardId(shard))).orElse(keyspace);
    }

    int shards() {
        return ranges.stream().mapToInt(ShardRange::size).sum();
    }

    @Override
    public String statement() {
        return "DROP KEYSPACE " + keyspace;
    }

    @Override
    public String subject() {
        return "keyspace " + keyspace;
    }

    @Override
    public Set<String> locks() {
        return Set.of(Task.shardsLock(keyspace));
    }
}
