package io.pinion.operations.transfer.rows;

import java.util.List;

/**
 * How far a table is copied.
 *
 * @param places how many of the places that have it are copied whole, in their order
 * @param upTo the key of the last row of the next place, as literals; empty before its first
 * @param whole whether all of it is
 * @param rows how many
 */
public record TableCopied(String table, int places, List<String> upTo, boolean whole, long rows) {
    public TableCopied {
        upTo = List.copyOf(upTo);
    }

    public static TableCopied nothing(String table) {
        return new TableCopied(table, 0, List.of(), false, 0);
    }
}
