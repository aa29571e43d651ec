package io.pinion.routing.text;

import io.pinion.routing.text.lexer.TextLimits;

/**
 * The clause that the scan is in, at each depth of parentheses, as far as literals depend on it: those of a select list
 * name columns unless the item has an alias, and integers behind ORDER BY may be ordinals.
 */
final class Clauses {
    private static final byte SELECT_LIST = 1;
    private static final byte ALIASED = 2;
    private static final byte ORDERING = 4;

    private final Anchors anchors;
    private final byte[] states = new byte[TextLimits.MAX_DEPTH + 1];
    /** The first anchor of the current select item at each depth. */
    private final int[] itemAnchors = new int[TextLimits.MAX_DEPTH + 1];

    private int depth;

    Clauses(Anchors anchors) {
        this.anchors = anchors;
    }

    void begin() {
        depth = 0;
        states[0] = 0;
    }

    int depth() {
        return depth;
    }

    /**
     * Opens a parenthesis.
     *
     * @param afterName it follows a word, as a function's does; else a number inside may still be an ordinal
     * @return false when it is nested too deeply
     */
    boolean open(boolean afterName) {
        if (depth >= TextLimits.MAX_DEPTH) {
            return false;
        }
        byte outer = states[depth];
        depth++;
        states[depth] = afterName ? 0 : (byte) (outer & ORDERING);
        return true;
    }

    void close() {
        if (depth > 0) {
            endItem();
            depth--;
        }
    }

    void selectList() {
        endItem();
        states[depth] = SELECT_LIST;
        itemAnchors[depth] = anchors.count();
    }

    void ordering() {
        endItem();
        states[depth] = ORDERING;
    }

    /** Begins a clause in which literals are only values. */
    void other() {
        endItem();
        states[depth] = 0;
    }

    void comma() {
        if ((states[depth] & SELECT_LIST) != 0) {
            endItem();
            states[depth] = SELECT_LIST;
            itemAnchors[depth] = anchors.count();
        }
    }

    /** {@code AS}: the item's column has a name of its own. */
    void alias() {
        if ((states[depth] & SELECT_LIST) != 0) {
            states[depth] |= ALIASED;
        }
    }

    boolean isOrdering() {
        return (states[depth] & ORDERING) != 0;
    }

    /** Whether a select list is open around this place, at any depth: a literal here may name a column. */
    boolean isInsideSelectList() {
        for (int outer = depth; outer >= 0; outer--) {
            if ((states[outer] & SELECT_LIST) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Ends the text, and all lists that were never closed. */
    void end() {
        endItem();
        while (depth > 0) {
            depth--;
            endItem();
        }
    }

    private void endItem() {
        if ((states[depth] & (SELECT_LIST | ALIASED)) == SELECT_LIST) {
            anchors.dropLiteralsFrom(itemAnchors[depth]);
        }
    }
}
