package io.pinion.routing.plan;

import java.util.List;

/**
 * The change of one table's rows by their keys, after a query has found them. The query returns the columns of
 * {@code keys}, and behind them the values that the statement assigns, if these are computed from other rows.
 *
 * @param keys the column first that places the rows
 * @param texts a statement on logical tables up to the condition by keys, cut where values stand in it: always one more
 *     than there are values. Must not be changed
 * @param types of the columns that get the values: first words, in lower case, or empty
 * @param after the text behind the condition; must not be changed
 * @param update else rows are deleted
 */
public record ReadThenWriteChange(
        List<RowKey> keys, List<byte[]> texts, List<String> types, byte[] after, boolean update) {
    /** The prefix of a new value's column in the query, before the column's name; ORDER BY can't mean such a name. */
    public static final String NEW_VALUE = "pinion new ";

    public ReadThenWriteChange {
        keys = List.copyOf(keys);
        texts = List.copyOf(texts);
        types = List.copyOf(types);
        if (texts.size() != types.size() + 1) {
            throw new IllegalArgumentException(texts.size() + " texts for " + types.size() + " values");
        }
    }

    /** The number of the query's columns for this change. */
    public int columns() {
        return keys.size() + types.size();
    }

    /** The column whose new value has this name in the query; the name itself when it is no such name. */
    public static String columnOf(String name) {
        return name.startsWith(NEW_VALUE) ? name.substring(NEW_VALUE.length()) : name;
    }

    /** Whether the statement orders the rows to change. */
    public boolean isOrdered() {
        return after.length > 0;
    }
}
