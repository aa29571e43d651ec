package io.pinion.routing.merge;

/**
 * The range of the sorted answer that the client wants.
 *
 * @param offset the number of rows left out first
 * @param count the most rows that follow; {@link Long#MAX_VALUE} for all, and in place of greater numbers
 */
public record RowLimit(long offset, long count) {
    public static final RowLimit NONE = new RowLimit(0, Long.MAX_VALUE);

    public RowLimit {
        if (offset < 0 || count < 0) {
            throw new IllegalArgumentException("limit " + offset + ", " + count);
        }
    }

    /** The number of rows of the sorted answer up to the range's end; {@link Long#MAX_VALUE} for all. */
    public long end() {
        return count > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + count;
    }

    String text() {
        String limit = count == Long.MAX_VALUE ? "" : "limit " + count;
        String skipped = offset == 0 ? "" : "offset " + offset;
        return limit.isEmpty() || skipped.isEmpty() ? limit + skipped : limit + " " + skipped;
    }
}
