package io.pinion.routing.merge;

/**
 * The rows of a source were said to be sorted and aren't: the server's order is another than the plan's, so that what was
 * answered so far may be wrong and the statement must fail.
 */
public final class UnsortedSourceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int source;

    UnsortedSourceException(int source) {
        super("the rows of source " + source + " are not in the order of the plan");
        this.source = source;
    }

    public int source() {
        return source;
    }
}
