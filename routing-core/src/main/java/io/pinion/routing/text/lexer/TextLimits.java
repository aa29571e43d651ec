package io.pinion.routing.text.lexer;

/**
 * Limits on the part of a statement that is read, so that no text takes more than its share of memory or of a stack.
 */
public final class TextLimits {
    /** Deeper nesting than this is reported, since a parser's stack is bounded. */
    public static final int MAX_DEPTH = 250;

    /** Anchors and elements of lists in one statement, about 16 MB of scratch at most. */
    public static final int MAX_ANCHORS = 1 << 20;

    private TextLimits() {}
}
