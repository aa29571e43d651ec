package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.transfer.binlog.FollowedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table of an import, with all that is known of its columns. Equal in all places.
 *
 * @param shape as in the source's database
 * @param bounds its primary key
 * @param keyAt where the columns of the primary key are among those that are written
 * @param shardKeyAt where the column is that places a row; -1 of a reference table
 * @param shardKey empty of a reference table
 * @param followed its primary key, and behind it the column that places a row
 */
record CarriedTable(
        TableShape shape,
        KeyBounds bounds,
        List<Integer> keyAt,
        int shardKeyAt,
        Optional<ShardKey> shardKey,
        FollowedTable followed) {
    private static final int MANY_KEYS = 200;
    private static final int FEW_KEYS = 20;

    private static final Set<String> LONG =
            Set.of("text", "mediumtext", "longtext", "blob", "mediumblob", "longblob", "json");

    CarriedTable {
        keyAt = List.copyOf(keyAt);
    }

    String name() {
        return shape.name().table();
    }

    /** How many rows are read together by their keys: fewer where a row may be long. */
    int keysAtOnce() {
        return shape.stored().stream().anyMatch(column -> LONG.contains(column.type())) ? FEW_KEYS : MANY_KEYS;
    }

    /** Whether a row may change its shard and keep its key. */
    boolean mayMove() {
        return shardKey.isPresent() && !keyAt.contains(shardKeyAt);
    }

    TableShape in(RowPlace place) {
        return shape.in(place.name(this));
    }

    /** The key of a row with all its written columns. */
    List<String> key(byte[] @Nullable [] row) {
        List<byte[]> values = new ArrayList<>();
        for (int at : keyAt) {
            byte[] value = row[at];
            values.add(value == null ? new byte[0] : value);
        }
        return bounds.bound(values);
    }

    /** The value that places a row with all its written columns; null is NULL, or that of a reference table. */
    byte @Nullable [] shardKey(byte[] @Nullable [] row) {
        return shardKeyAt < 0 ? null : row[shardKeyAt];
    }

    /** The key of a row of which the followed columns are known. */
    List<String> followedKey(List<byte @Nullable []> values) {
        List<byte[]> key = new ArrayList<>();
        for (int i = 0; i < keyAt.size(); i++) {
            byte[] value = values.get(i);
            key.add(value == null ? new byte[0] : value);
        }
        return bounds.bound(key);
    }

    byte @Nullable [] followedShardKey(List<byte @Nullable []> values) {
        return shardKeyAt < 0 ? null : values.get(keyAt.size());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CarriedTable table && table.name().equals(name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    @Override
    public String toString() {
        return name();
    }
}
