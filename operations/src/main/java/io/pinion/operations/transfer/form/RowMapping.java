package io.pinion.operations.transfer.form;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a row of the old database becomes one of a shard, and back: its columns stay as they are, but for references to
 * objects, which are old integers on the one side and global ids on the other. Decides without I/O.
 *
 * @param ids the objects that a column refers to, by its place among the written ones
 * @param keyIds the same, by its place in the primary key
 */
public record RowMapping(SortedMap<Integer, ObjectIds> ids, SortedMap<Integer, ObjectIds> keyIds) {
    public RowMapping {
        ids = new TreeMap<>(ids);
        keyIds = new TreeMap<>(keyIds);
    }

    /** @param keyAt where the columns of the primary key are among the written ones */
    public static RowMapping of(Map<Integer, ObjectIds> ids, List<Integer> keyAt) {
        SortedMap<Integer, ObjectIds> keyIds = new TreeMap<>();
        for (int i = 0; i < keyAt.size(); i++) {
            ObjectIds objects = ids.get(keyAt.get(i));
            if (objects != null) {
                keyIds.put(i, objects);
            }
        }
        return new RowMapping(new TreeMap<>(ids), keyIds);
    }

    /**
     * A row of the other side.
     *
     * @throws IllegalArgumentException when a value has no form there
     */
    public byte[] @Nullable [] row(byte[] @Nullable [] row, ImportSide to) {
        if (ids.isEmpty()) {
            return row;
        }
        byte[][] mapped = row.clone();
        ids.forEach((column, objects) -> {
            byte[] value = row[column];
            if (value != null) {
                mapped[column] = value(objects, text(value), to).getBytes(StandardCharsets.US_ASCII);
            }
        });
        return mapped;
    }

    /**
     * The key of a row of the other side.
     *
     * @param key as literals
     * @throws IllegalArgumentException when a value has no form there
     */
    public List<String> key(List<String> key, ImportSide to) {
        if (keyIds.isEmpty()) {
            return key;
        }
        List<String> mapped = new ArrayList<>(key);
        keyIds.forEach((place, objects) -> mapped.set(place, value(objects, key.get(place), to)));
        return mapped;
    }

    public static String value(ObjectIds objects, String value, ImportSide to) {
        return switch (to) {
            case HOME -> objects.oldOf(value);
            case SHARDS -> objects.idOf(value);
        };
    }

    private static String text(byte[] value) {
        return new String(value, StandardCharsets.US_ASCII);
    }
}
