package io.pinion.operations.transfer.binlog;

import java.util.List;

/**
 * A table whose changes are followed.
 *
 * @param name for whoever follows it; the binary log may have another
 * @param columns how many the table has, with those that the server computes
 * @param keys the columns whose values are wanted
 * @param needed how many of these, the first, are never NULL
 */
public record FollowedTable(String name, int columns, List<KeyColumnFormat> keys, int needed) {
    public FollowedTable {
        keys = List.copyOf(keys);
    }
}
