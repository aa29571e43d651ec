package io.pinion.operations.transfer.rows;

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
        return new Home(new RowPlace(sides.home(), sides.database()));
    }

    /** @throws ImportBroken a shard is on no pair */
    static RowSide shards(ImportSides sides) throws ImportBroken {
        Keyspace.Mod keyspace = sides.keyspace();
        RangeTable ranges = keyspace.ranges();
        List<RowPlace> places = new ArrayList<>();
        for (int shard = 0; shard < keyspace.shards(); shard++) {
            String pair = ranges.pairOf(shard);
            ImportServer server = pair == null ? null : sides.pairs().get(pair);
            if (server == null) {
                throw ImportBroken.of("shard " + shard + " of " + keyspace.name() + " is on no pair: open all "
                        + keyspace.shards() + " of them first");
            }
            places.add(new RowPlace(server, keyspace.databases().databaseOf(new ShardId(shard))));
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
        if (this instanceof Shards(var shards) && table.shardKey().isPresent()) {
            return List.of(shards.get(table.shardKey().get().shardOf(table.name(), key, shardKey)));
        }
        return places();
    }

    /** The places that may have a row; none where no shard can. */
    default List<RowPlace> may(CarriedTable table, byte @Nullable [] shardKey) {
        if (this instanceof Shards(var shards) && table.shardKey().isPresent()) {
            OptionalInt shard = table.shardKey().get().shardOf(shardKey);
            return shard.isPresent() ? List.of(shards.get(shard.getAsInt())) : List.of();
        }
        return places();
    }

    /** The places that have all rows of a table together; others have the same rows again. */
    default List<RowPlace> of(CarriedTable table) {
        return table.shardKey().isEmpty() ? places().subList(0, 1) : places();
    }
}
