package io.pinion.routing.merge;

/**
 * A cell that is compared, and its comparison.
 *
 * @param name the user's name for it, for the plan's text; the column compared may be a hidden one
 * @param column counted from 0
 */
public record Key(String name, int column, Comparison comparison) {
    public Key {
        if (column < 0) {
            throw new IllegalArgumentException("column " + column + " of key " + name);
        }
    }
}
