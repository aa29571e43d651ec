package io.pinion.routing.plan;

import java.util.List;

/**
 * Where in the text the shard key of a table stands.
 *
 * @param table for messages
 * @param column for messages
 * @param constants any of them may be the key of a row: they must agree on the shard; none when no row can count
 * @param type of the column
 * @param stored the constant is the key of a new row
 */
record KeySource(String table, String column, List<Constant> constants, KeyColumn type, boolean stored) {

    /** A literal, or all elements of a list. */
    record Constant(int anchor, boolean negative) {}

    KeySource {
        constants = List.copyOf(constants);
    }
}
