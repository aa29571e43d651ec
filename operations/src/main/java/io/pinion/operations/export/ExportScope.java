package io.pinion.operations.export;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.journal.ShardSet;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Where the shards of a keyspace are, and which tables are on which. One that isn't sharded has one shard, 0. */
public record ExportScope(Keyspace keyspace) {
    public static ExportScope of(Topology topology, String keyspace) throws OperationRefused {
        Keyspace found = topology.keyspace(keyspace)
                .orElseThrow(() -> new OperationRefused(UnknownName.keyspace(topology, keyspace)));
        if (found instanceof Keyspace.Sharded sharded && sharded.isImporting()) {
            throw new OperationRefused("keyspace " + keyspace
                    + " only gets its rows so far: export it when its import is finished (SHOW OPERATIONS)");
        }
        ExportScope scope = new ExportScope(found);
        if (scope.ranges().isEmpty()) {
            throw new OperationRefused("keyspace " + keyspace + " has no shards yet (SHOW SHARDS)");
        }
        return scope;
    }

    private List<ShardRange> ranges() {
        return switch (keyspace) {
            case Keyspace.Sharded sharded -> sharded.ranges().ranges();
            case Keyspace.Single single -> List.of(ShardRange.of(0, 0, single.pair()));
        };
    }

    /** What places rows on shards: rows that were placed otherwise are those of other shards. */
    public String placement() {
        return switch (keyspace) {
            case Keyspace.Single single -> "one database";
            case Keyspace.Id ids -> "databases " + ids.databases() + ", rows by ids";
            case Keyspace.Mod mod ->
                "databases " + mod.databases() + ", rows by " + mod.function().name() + " of "
                        + mod.keyEncoding().charset() + " modulo " + mod.shards();
        };
    }

    int firstShard() {
        return ranges().getFirst().first();
    }

    String firstPair() {
        return ranges().getFirst().pair();
    }

    int size() {
        return ranges().stream().mapToInt(ShardRange::size).sum();
    }

    public String database(int shard) {
        return switch (keyspace) {
            case Keyspace.Sharded sharded -> sharded.databases().databaseOf(new ShardId(shard));
            case Keyspace.Single single -> single.name();
        };
    }

    /** The shards of each pair that aren't done. */
    public Map<String, List<Integer>> left(ShardSet done) {
        return ofPairs(shard -> !done.has(shard));
    }

    /** The shards of each pair within a range. */
    public Map<String, List<Integer>> between(int first, int last) {
        return ofPairs(shard -> shard >= first && shard <= last);
    }

    private Map<String, List<Integer>> ofPairs(IntPredicate wanted) {
        Map<String, List<Integer>> pairs = new LinkedHashMap<>();
        for (ShardRange range : ranges()) {
            for (int shard = range.first(); shard <= range.last(); shard++) {
                if (wanted.test(shard)) {
                    pairs.computeIfAbsent(range.pair(), pair -> new ArrayList<>())
                            .add(shard);
                }
            }
        }
        return pairs;
    }

    public Optional<Table> declared(String table) {
        return keyspace instanceof Keyspace.Sharded sharded
                ? Optional.ofNullable(sharded.table(table))
                : Optional.empty();
    }

    /** Whether the rows of a table that are on a shard are to be read there: those of a reference table are on all. */
    public boolean isReadOn(String table, int shard) {
        return switch (declared(table).orElse(null)) {
            case Table.ReferenceTable reference -> shard == firstShard();
            case Table.SingleTable single -> shard == single.shard().number();
            case null, default -> true;
        };
    }
}
