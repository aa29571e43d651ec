package io.pinion.routing.merge;

/**
 * Which rows of the sorted answer are wanted.
 *
 * @param offset how many are left out first
 * @param count how many follow at most; {@link Long#MAX_VALUE} for all, which is also what greater numbers are to be given as
 */
public record RowLimit(long offset, long count) {
    public static final RowLimit NONE = new RowLimit(0, Long.MAX_VALUE);

    public RowLimit {
        if (offset < 0 || count < 0) {
            throw new IllegalArgumentException("limit " + offset + ", " + count);
        }
    }

    /** How many rows must be known before those that aren't wanted can be told; {@link Long#MAX_VALUE} when all. */
    public long end() {
        return count > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + count;
    }

    String text() {
        String limit = count == Long.MAX_VALUE ? "" : "limit " + count;
        String skipped = offset == 0 ? "" : "offset " + offset;
        return limit.isEmpty() || skipped.isEmpty() ? limit + skipped : limit + " " + skipped;
    }
}
