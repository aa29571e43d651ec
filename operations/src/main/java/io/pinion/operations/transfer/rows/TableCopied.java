package io.pinion.operations.transfer.rows;

import java.util.List;

/**
 * How far a table is copied.
 *
 * @param upTo the key of the last row, as literals; empty before the first
 * @param whole whether all of it is
 * @param rows how many
 */
public record TableCopied(String table, List<String> upTo, boolean whole, long rows) {
    public TableCopied {
        upTo = List.copyOf(upTo);
    }

    public static TableCopied nothing(String table) {
        return new TableCopied(table, List.of(), false, 0);
    }
}
