package io.pinion.operations.transfer.form;

import io.pinion.routing.catalog.GlobalId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The numbers that AUTO_INCREMENT gives to new objects of a table: each shard has its own, above those of the old
 * table, so that a new object can get its local id as its old integer on the way back. Decides without I/O.
 *
 * @param first that of the lowest shard
 * @param each how many a shard has
 */
public record NewNumbers(long first, long each) {
    /** An import takes this part of the numbers that are left: it may be turned back and begun anew. */
    private static final int PART = 16;

    /** Fewer are used up while somebody looks whether all is well. */
    private static final int FEW = 1000;

    private static final Map<String, Long> LARGEST = Map.of(
            "tinyint",
            127L,
            "smallint",
            32_767L,
            "mediumint",
            8_388_607L,
            "int",
            (long) Integer.MAX_VALUE,
            "bigint",
            GlobalId.MAX_LOCAL);

    /**
     * The numbers of a table's objects; empty when too few are left.
     *
     * @param types of all old columns that must take them, whose signs don't matter
     * @param next what AUTO_INCREMENT would give now; it may give as many as all shards together until it is given up
     */
    public static Optional<NewNumbers> of(Collection<String> types, long next, int shards) {
        long largest = types.stream()
                .mapToLong(type -> LARGEST.getOrDefault(type, 0L))
                .min()
                .orElse(0);
        long part = (largest - next) / PART;
        return part / shards < FEW ? Optional.empty() : Optional.of(new NewNumbers(next + part, part / shards));
    }

    /** The first of a shard's; of the number of shards, the first that no shard gives. */
    public long of(int shard) {
        return first + shard * each;
    }

    /** The shard that gives a number; empty when none does. */
    OptionalInt shardOf(long number, int shards) {
        long shard = number < first ? shards : (number - first) / each;
        return shard < shards ? OptionalInt.of((int) shard) : OptionalInt.empty();
    }
}
