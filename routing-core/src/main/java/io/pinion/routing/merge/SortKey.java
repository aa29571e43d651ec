package io.pinion.routing.merge;

/**
 * One expression of an ORDER BY. NULL comes first, or last when {@code descending}, as in MySQL.
 *
 * @param sortedAt the column by which a server sorts the same, or -1 when no column is known to do that
 */
public record SortKey(Key key, boolean descending, int sortedAt) {
    /** A key whose own column sorts the same on a server. */
    public SortKey(Key key, boolean descending) {
        this(key, descending, key.comparison() instanceof Comparison.Padded ? -1 : key.column());
    }

    String text() {
        return key.name() + (descending ? " desc" : " asc");
    }
}
