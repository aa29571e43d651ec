package io.pinion.routing.rewrite;

import io.pinion.routing.text.Statement;

/**
 * A place in every statement of one shape: a number of bytes after the end of an anchor.
 *
 * @param anchor the anchor's number, or {@link Statement#START}
 */
public record TextPosition(int anchor, int offset) implements Comparable<TextPosition> {

    /** The place at {@code index} of the bytes of this statement, valid for all statements of its shape. */
    public static TextPosition at(int index, Statement statement) {
        int anchor = statement.anchorBefore(index);
        return new TextPosition(anchor, index - statement.position(anchor, 0));
    }

    /** The beginning of an anchor has a fixed distance from the anchor before it. */
    public int in(Statement statement) {
        return statement.position(anchor, offset);
    }

    @Override
    public int compareTo(TextPosition other) {
        int byAnchor = Integer.compare(anchor, other.anchor);
        return byAnchor != 0 ? byAnchor : Integer.compare(offset, other.offset);
    }
}
