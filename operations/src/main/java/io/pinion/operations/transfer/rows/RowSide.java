package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One side between which rows are carried.
 *
 * @param places in which it has its rows: one database, or shards in the order of their numbers
 * @param hash by which shards have their rows; empty for those on which each table says its own
 */
public record RowSide(List<RowPlace> places, ImportSide side, Optional<KeyHash> hash) {
    public RowSide {
        places = List.copyOf(places);
    }

    /** One database that isn't sharded. */
    public static RowSide of(ImportServer server, String database) {
        return new RowSide(
                List.of(new RowPlace(server, database, OptionalInt.empty())), ImportSide.HOME, Optional.empty());
    }

    /** Some shards on one server, for tables of which each shard has all rows. */
    public static RowSide of(DatabasePattern databases, int first, int last, ImportServer server) {
        List<RowPlace> places = IntStream.rangeClosed(first, last)
                .mapToObj(
                        shard -> new RowPlace(server, databases.databaseOf(new ShardId(shard)), OptionalInt.of(shard)))
                .toList();
        return new RowSide(places, ImportSide.SHARDS, Optional.empty());
    }

    /**
     * All shards of a keyspace that get rows.
     *
     * @param pairs the primary of each pair that has some, by the pair's name
     * @throws OperationRefused a shard is on no pair
     */
    public static RowSide of(Keyspace.Sharded keyspace, Map<String, ImportServer> pairs) throws OperationRefused {
        return new RowSide(places(keyspace, pairs, ImportSide.SHARDS), ImportSide.SHARDS, Optional.empty());
    }

    /**
     * The shards of a keyspace that have the rows before, with another number of them or another hash than those that
     * get the rows.
     *
     * @throws OperationRefused a shard is on no pair
     */
    public static RowSide before(Keyspace.Mod keyspace, Map<String, ImportServer> pairs) throws OperationRefused {
        return new RowSide(
                places(keyspace, pairs, ImportSide.HOME), ImportSide.HOME, Optional.of(KeyHash.of(keyspace)));
    }

    private static List<RowPlace> places(Keyspace.Sharded keyspace, Map<String, ImportServer> pairs, ImportSide side)
            throws OperationRefused {
        int count = KeyHash.of(keyspace).shards();
        List<RowPlace> places = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            String pair = keyspace.ranges().pairOf(shard);
            ImportServer server = pair == null ? null : pairs.get(pair);
            if (server == null) {
                throw new OperationRefused("shard " + shard + " of " + keyspace.name() + " is on no pair: open all "
                        + count + " of them first");
            }
            String database = keyspace.databases().databaseOf(new ShardId(shard));
            places.add(new RowPlace(server, database, OptionalInt.of(shard), side));
        }
        return places;
    }

    boolean isSharded() {
        return side == ImportSide.SHARDS || hash.isPresent();
    }

    private ShardKey key(Placing.ByKey placing) {
        return hash.map(placing.key()::hashedBy).orElse(placing.key());
    }

    /** The servers of the places, each once. */
    public List<ImportServer> servers() {
        Map<String, ImportServer> servers = new LinkedHashMap<>();
        places().forEach(place -> servers.put(place.server().name(), place.server()));
        return List.copyOf(servers.values());
    }

    /** A place that has a table, and whose server says what it is made of. */
    RowPlace placeOf(ImportedTable table) {
        return places().get(table.shardOfDefinition() % places().size());
    }

    /**
     * All places that must have a row.
     *
     * @param shardKey the value of the column that places it; null is NULL
     * @throws OperationRefused no shard can have it
     */
    List<RowPlace> of(CarriedTable table, List<String> key, byte @Nullable [] shardKey) throws OperationRefused {
        return isSharded() && table.placing() instanceof Placing.ByKey by
                ? List.of(places.get(key(by).shardOf(table.name(), key, shardKey)))
                : unplaced(table);
    }

    /** The places that may have a row; none where no shard can. */
    List<RowPlace> may(CarriedTable table, byte @Nullable [] shardKey) {
        if (isSharded() && table.placing() instanceof Placing.ByKey by) {
            OptionalInt shard = key(by).shardOf(shardKey);
            return shard.isPresent() ? List.of(places.get(shard.getAsInt())) : List.of();
        }
        return unplaced(table);
    }

    /** The places of a row that isn't placed by its values here. */
    private List<RowPlace> unplaced(CarriedTable table) {
        return table.placing() instanceof Placing.OnOneShard(int shard)
                ? List.of(places.get(shard % places.size()))
                : places;
    }

    /** The places that have all rows of a table together; others have the same rows again. */
    List<RowPlace> of(CarriedTable table) {
        return table.placing() instanceof Placing.Everywhere ? places.subList(0, 1) : unplaced(table);
    }

    /**
     * Makes sure that a row is where clients look for it: on another shard, they don't see it.
     *
     * @param key of the row, asked for when it isn't
     */
    void requireRight(CarriedTable table, RowPlace place, Supplier<List<String>> key, byte @Nullable [] shardKey)
            throws OperationRefused {
        if (hash.isPresent()
                && table.placing() instanceof Placing.ByKey
                && !may(table, shardKey).contains(place)) {
            RowPlace right = of(table, key.get(), shardKey).getFirst();
            throw new RowRefused(new RejectedRow(
                    new CarriedKey(table.name(), key.get()),
                    "it is in " + place + ", where clients don't find it: its key belongs into " + right
                            + "; move it there, or delete it"));
        }
    }
}
