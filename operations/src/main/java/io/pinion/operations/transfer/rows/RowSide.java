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

/** One side between which rows are carried: the places in which it has its rows. */
public sealed interface RowSide {
    List<RowPlace> places();

    ImportSide side();

    /** The one database. */
    record Home(RowPlace place) implements RowSide {
        @Override
        public List<RowPlace> places() {
            return List.of(place);
        }

        @Override
        public ImportSide side() {
            return ImportSide.HOME;
        }
    }

    /**
     * Shards, in the order of their numbers.
     *
     * @param hash by which they have their rows; empty for those that tables are {@link CarriedTable#placing placed} on
     */
    record Shards(List<RowPlace> places, ImportSide side, Optional<KeyHash> hash) implements RowSide {
        public Shards {
            places = List.copyOf(places);
        }

        private ShardKey key(Placing.ByKey placing) {
            return hash.map(placing.key()::hashedBy).orElse(placing.key());
        }
    }

    /** One database that isn't sharded. */
    static RowSide of(ImportServer server, String database) {
        return new Home(new RowPlace(server, database, OptionalInt.empty()));
    }

    /** Some shards on one server, for tables of which each shard has all rows. */
    static RowSide of(DatabasePattern databases, int first, int last, ImportServer server) {
        List<RowPlace> places = IntStream.rangeClosed(first, last)
                .mapToObj(shard ->
                        new RowPlace(server, databases.databaseOf(new ShardId(shard)), OptionalInt.of(shard)))
                .toList();
        return new Shards(places, ImportSide.SHARDS, Optional.empty());
    }

    /**
     * All shards of a keyspace that get rows.
     *
     * @param pairs the primary of each pair that has some, by the pair's name
     * @throws OperationRefused a shard is on no pair
     */
    static RowSide of(Keyspace.Sharded keyspace, Map<String, ImportServer> pairs) throws OperationRefused {
        return new Shards(places(keyspace, pairs, ImportSide.SHARDS), ImportSide.SHARDS, Optional.empty());
    }

    /**
     * The shards of a keyspace that have the rows before, with another number of them or another hash than those that
     * get the rows.
     *
     * @throws OperationRefused a shard is on no pair
     */
    static RowSide before(Keyspace.Mod keyspace, Map<String, ImportServer> pairs) throws OperationRefused {
        return new Shards(
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

    /** The servers of the places, each once. */
    default List<ImportServer> servers() {
        Map<String, ImportServer> servers = new LinkedHashMap<>();
        places().forEach(place -> servers.put(place.server().name(), place.server()));
        return List.copyOf(servers.values());
    }

    /** A place that has a table, and whose server says what it is made of. */
    default RowPlace placeOf(ImportedTable table) {
        return places().get(table.shardOfDefinition() % places().size());
    }

    /**
     * All places that must have a row.
     *
     * @param shardKey the value of the column that places it; null is NULL
     * @throws OperationRefused no shard can have it
     */
    default List<RowPlace> of(CarriedTable table, List<String> key, byte @Nullable [] shardKey)
            throws OperationRefused {
        return this instanceof Shards shards && table.placing() instanceof Placing.ByKey by
                ? List.of(places().get(shards.key(by).shardOf(table.name(), key, shardKey)))
                : unplaced(table);
    }

    /** The places that may have a row; none where no shard can. */
    default List<RowPlace> may(CarriedTable table, byte @Nullable [] shardKey) {
        if (this instanceof Shards shards && table.placing() instanceof Placing.ByKey by) {
            OptionalInt shard = shards.key(by).shardOf(shardKey);
            return shard.isPresent() ? List.of(places().get(shard.getAsInt())) : List.of();
        }
        return unplaced(table);
    }

    /** The places of a row that isn't placed by its values here. */
    private List<RowPlace> unplaced(CarriedTable table) {
        return this instanceof Shards && table.placing() instanceof Placing.OnOneShard(int shard)
                ? List.of(places().get(shard % places().size()))
                : places();
    }

    /** The places that have all rows of a table together; others have the same rows again. */
    default List<RowPlace> of(CarriedTable table) {
        return this instanceof Home
                ? places()
                : switch (table.placing()) {
                    case Placing.ByKey by -> places();
                    case Placing.Everywhere everywhere -> places().subList(0, 1);
                    case Placing.OnOneShard one -> unplaced(table);
                };
    }

    /**
     * Makes sure that a row is where clients look for it: on another shard, they don't see it.
     *
     * @param key of the row, asked for when it isn't
     */
    default void requireRight(
            CarriedTable table, RowPlace place, Supplier<List<String>> key, byte @Nullable [] shardKey)
            throws OperationRefused {
        boolean isFixed = this instanceof Shards shards && shards.hash().isPresent();
        if (isFixed
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
