package io.pinion.operations.transfer.rows;

import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardId;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** One side of an import: the places in which it has its rows. */
sealed interface RowSide {
    List<RowPlace> places();

    default ImportSide side() {
        return switch (this) {
            case Home home -> ImportSide.HOME;
            case Shards shards -> ImportSide.SHARDS;
        };
    }

    /** The one database. */
    record Home(RowPlace place) implements RowSide {
        @Override
        public List<RowPlace> places() {
            return List.of(place);
        }
    }

    /** The shards, in the order of their numbers. */
    record Shards(List<RowPlace> places) implements RowSide {
        public Shards {
            places = List.copyOf(places);
        }
    }

    static RowSide home(ImportSides sides) {
        return new Home(new RowPlace(sides.home(), sides.database(), OptionalInt.empty()));
    }

    /** @throws ImportBroken a shard is on no pair */
    static RowSide shards(ImportSides sides) throws ImportBroken {
        Keyspace.Sharded keyspace = sides.keyspace();
        RangeTable ranges = keyspace.ranges();
        int count = KeyHash.of(keyspace).shards();
        List<RowPlace> places = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            String pair = ranges.pairOf(shard);
            ImportServer server = pair == null ? null : sides.pairs().get(pair);
            if (server == null) {
                throw ImportBroken.of("shard " + shard + " of " + keyspace.name() + " is on no pair: open all " + count
                        + " of them first");
            }
            places.add(
                    new RowPlace(server, keyspace.databases().databaseOf(new ShardId(shard)), OptionalInt.of(shard)));
        }
        return new Shards(places);
    }

    /**
     * All places that must have a row.
     *
     * @param shardKey the value of the column that places it; null is NULL
     * @throws ImportBroken no shard can have it
     */
    default List<RowPlace> of(CarriedTable table, List<String> key, byte @Nullable [] shardKey) throws ImportBroken {
        return this instanceof Shards && table.placing() instanceof Placing.ByKey(var by, int at)
                ? List.of(places().get(by.shardOf(table.name(), key, shardKey)))
                : unplaced(table);
    }

    /** The places that may have a row; none where no shard can. */
    default List<RowPlace> may(CarriedTable table, byte @Nullable [] shardKey) {
        if (this instanceof Shards && table.placing() instanceof Placing.ByKey(var by, int at)) {
            OptionalInt shard = by.shardOf(shardKey);
            return shard.isPresent() ? List.of(places().get(shard.getAsInt())) : List.of();
        }
        return unplaced(table);
    }

    /** The places of a row that isn't placed by its values here. */
    private List<RowPlace> unplaced(CarriedTable table) {
        return this instanceof Shards && table.placing() instanceof Placing.OnOneShard(int shard)
                ? List.of(places().get(shard))
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
}
