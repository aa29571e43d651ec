package io.pinion.server.sequence;

/** Numbers from {@code first} to before {@code end} that nobody else gets. */
record NumberBlock(long first, long end) {
    static final NumberBlock NONE = new NumberBlock(0, 0);

    boolean has(int count) {
        return end - first >= count;
    }

    NumberBlock without(int count) {
        return new NumberBlock(first + count, end);
    }

    /** Without numbers that rows have been given otherwise. */
    NumberBlock above(long number) {
        return number >= first && number < end ? new NumberBlock(number + 1, end) : this;
    }

    /** A later block, with what is left of this one where they meet. */
    NumberBlock then(NumberBlock later) {
        return later.first == end ? new NumberBlock(first, later.end) : later;
    }
}
