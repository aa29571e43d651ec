package io.pinion.routing.merge;

/**
 * Which cell of a row is compared, and how.
 *
 * @param name what the user calls it, for the plan's text; the column compared may be a hidden one
 * @param column counted from 0
 */
public record Key(String name, int column, Comparison comparison) {
    public Key {
        if (column < 0) {
            throw new IllegalArgumentException("column " + column + " of key " + name);
        }
    }
}
