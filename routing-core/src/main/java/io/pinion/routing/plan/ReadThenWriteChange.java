package io.pinion.routing.plan;

import java.util.List;

/**
 * What becomes of the rows of one table, which a query has found: they are changed by their keys. The query answers with the
 * columns of {@code keys}, and behind them with the values that the statement gives to columns, if these are of other rows.
 *
 * @param keys the column first that places the rows
 * @param texts a statement on logical tables up to the condition by keys, cut where values stand in it: always one more than
 *     there are values. Must not be changed
 * @param types of the columns that get the values: first words, in lower case, or empty
 * @param after what follows the condition; must not be changed
 * @param update else rows are deleted
 */
public record ReadThenWriteChange(
        List<RowKey> keys, List<byte[]> texts, List<String> types, byte[] after, boolean update) {
    /** What the query calls the new value of a column, before its name: ORDER BY won't mean that. */
    public static final String NEW_VALUE = "pinion new ";

    public ReadThenWriteChange {
        keys = List.copyOf(keys);
        texts = List.copyOf(texts);
        types = List.copyOf(types);
        if (texts.size() != types.size() + 1) {
            throw new IllegalArgumentException(texts.size() + " texts for " + types.size() + " values");
        }
    }

    /** How many columns the query answers with for it. */
    public int columns() {
        return keys.size() + types.size();
    }

    /** The column whose new value a query calls so; the name itself when it isn't one of those. */
    public static String columnOf(String name) {
        return name.startsWith(NEW_VALUE) ? name.substring(NEW_VALUE.length()) : name;
    }

    /** Whether rows are changed in an order of their own. */
    public boolean isOrdered() {
        return after.length > 0;
    }
}
