package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.binlog.FollowedTable;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.ObjectIds;
import io.pinion.operations.transfer.form.RowMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table of an import, with all that is known of its columns. Equal in all places. Its rows are known by their keys in
 * the old database, on both sides.
 *
 * @param home as in the source's database
 * @param shard as on the shards, with the same columns in the same order; some may have other names and types
 * @param keyAt where the columns of the key are among those that are written
 * @param followed its key, and behind it the column that places a row
 */
record CarriedTable(
        TableForm home,
        TableForm shard,
        List<Integer> keyAt,
        Placing placing,
        RowMapping mapping,
        FollowedTable followed) {
    private static final int MANY_KEYS = 200;
    private static final int FEW_KEYS = 20;
    private static final byte[] NOBODY = {'0'};

    private static final Set<String> LONG =
            Set.of("text", "mediumtext", "longtext", "blob", "mediumblob", "longblob", "json");

    CarriedTable {
        keyAt = List.copyOf(keyAt);
    }

    String name() {
        return shard.shape().name().table();
    }

    /** Whether its rows arise from those of another table. They are carried one way. */
    boolean arises() {
        return !name().equals(home.shape().name().table());
    }

    TableForm form(ImportSide side) {
        return switch (side) {
            case HOME -> home;
            case SHARDS -> shard;
        };
    }

    TableForm form(RowPlace place) {
        return form(place.side());
    }

    /** Keys, in parts whose rows are read together: fewer where a row may be long. */
    <K> List<List<K>> parts(List<K> keys) {
        boolean isLong = home.shape().stored().stream().anyMatch(column -> LONG.contains(column.type()));
        int atOnce = isLong ? FEW_KEYS : MANY_KEYS;
        List<List<K>> parts = new ArrayList<>();
        for (int from = 0; from < keys.size(); from += atOnce) {
            parts.add(keys.subList(from, Math.min(keys.size(), from + atOnce)));
        }
        return parts;
    }

    /** Whether a row may change its shard and keep its key. */
    boolean mayMove() {
        return placing instanceof Placing.ByKey(var key, int at) && !keyAt.contains(at);
    }

    /** Whether a row's key on the shards has ids of objects. Its columns are integers then. */
    boolean hasIdsInKey() {
        return !mapping.keyIds().isEmpty();
    }

    TableShape in(RowPlace place) {
        return form(place).shape().in(place.name(this));
    }

    /** The key of a row with all its written columns, as the row's side has it. */
    List<String> key(byte[] @Nullable [] row) {
        return bound(at -> row[keyAt.get(at)]);
    }

    private List<String> bound(IntFunction<byte @Nullable []> part) {
        List<byte[]> values = new ArrayList<>();
        for (int at = 0; at < keyAt.size(); at++) {
            byte[] value = part.apply(at);
            values.add(value == null ? new byte[0] : value);
        }
        return home.bounds().bound(values);
    }

    /** The value that places a row with all its written columns; null is NULL, or that of a row that needs none. */
    byte @Nullable [] shardKey(byte[] @Nullable [] row) {
        return placing instanceof Placing.ByKey(var key, int at) ? row[at] : null;
    }

    /** The value that places a row of which the key is known; null for a row that needs none. */
    byte @Nullable [] shardKeyIn(List<String> key) {
        return placing instanceof Placing.ByKey(var by, int at) ? by.bytesOf(key.get(keyAt.indexOf(at))) : null;
    }

    /** The key of a row of which the followed columns are known, as the row's side has it. */
    List<String> followedKey(List<byte @Nullable []> values) {
        return bound(values::get);
    }

    /** Whether a row of which the followed columns are known is one of this table: a mapping begins at an object. */
    boolean has(List<byte @Nullable []> values) {
        byte[] from = values.getFirst();
        return !arises() || (from != null && !Arrays.equals(from, NOBODY));
    }

    byte @Nullable [] followedShardKey(List<byte @Nullable []> values) {
        return placing instanceof Placing.ByKey ? values.get(keyAt.size()) : null;
    }

    // --- from side to side

    /** A row of the other side. */
    byte[] @Nullable [] carried(byte[] @Nullable [] row, ImportSide to) throws OperationRefused {
        try {
            return mapping.row(row, to);
        } catch (IllegalArgumentException e) {
            throw unmapped(key(row), e);
        }
    }

    /** The key by which a row is known. */
    List<String> homeKey(List<String> key, RowPlace of) throws OperationRefused {
        return key(key, of.side(), ImportSide.HOME);
    }

    /** The key of a row in a place that an import has brought it to. */
    List<String> keyIn(RowPlace place, List<String> homeKey) throws OperationRefused {
        return key(homeKey, ImportSide.HOME, place.side());
    }

    private List<String> key(List<String> key, ImportSide from, ImportSide to) throws OperationRefused {
        try {
            return from == to ? key : mapping.key(key, to);
        } catch (IllegalArgumentException e) {
            throw unmapped(key, e);
        }
    }

    /** The key of a row that may be gone, as the other side has it; empty where it has no form there. */
    Optional<List<String>> keyIfAny(List<String> key, ImportSide from, ImportSide to) {
        try {
            return Optional.of(key(key, from, to));
        } catch (OperationRefused e) {
            return Optional.empty();
        }
    }

    /** A reference to an object as the other side has it, or the same. */
    String id(ObjectIds objects, String value, RowPlace at, ImportSide as, List<String> homeKey)
            throws OperationRefused {
        try {
            return at.side() == as ? value : RowMapping.value(objects, value, as);
        } catch (IllegalArgumentException e) {
            throw unmapped(homeKey, e);
        }
    }

    /** The columns whose values are the same on both sides. */
    TableShape withoutIds(TableForm form) {
        TableShape shape = form.shape();
        List<ColumnShape> stored = shape.stored();
        return new TableShape(
                shape.name(),
                IntStream.range(0, stored.size())
                        .filter(at -> !mapping.ids().containsKey(at))
                        .mapToObj(stored::get)
                        .toList(),
                shape.key(),
                shape.prefixed(),
                shape.index(),
                shape.bytes());
    }

    private RowRefused unmapped(List<String> key, IllegalArgumentException why) {
        return new RowRefused(new RejectedRow(new CarriedKey(name(), key), String.valueOf(why.getMessage())));
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
