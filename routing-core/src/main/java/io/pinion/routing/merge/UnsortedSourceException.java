package io.pinion.routing.merge;

/**
 * The rows of a source aren't sorted as the plan assumes: the server's order differs from the plan's. The rows sent so
 * far may be wrong, so the statement must fail.
 */
public final class UnsortedSourceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnsortedSourceException(int source) {
        super("the rows of source " + source + " are not in the order of the plan");
    }
}
