package io.pinion.server.sequence;

/** The numbers from {@code first} to before {@code end}, which this proxy alone has. */
record NumberBlock(long first, long end) {
    static final NumberBlock NONE = new NumberBlock(0, 0);

    boolean has(int count) {
        return end - first >= count;
    }

    NumberBlock without(int count) {
        return new NumberBlock(first + count, end);
    }

    /** The block without the numbers up to {@code number}, which the rows of a statement have brought along. */
    NumberBlock above(long number) {
        return number >= first && number < end ? new NumberBlock(number + 1, end) : this;
    }

    /** The later block, together with this one where they are adjacent. */
    NumberBlock then(NumberBlock later) {
        return later.first == end ? new NumberBlock(first, later.end) : later;
    }
}
