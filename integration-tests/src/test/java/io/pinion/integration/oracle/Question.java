package io.pinion.integration.oracle;

import java.util.List;

/**
 * A statement for both sides, and what of its answer is certain.
 *
 * @param keyspace where Pinion is asked
 * @param sql with a {@code ?} for each value
 * @param values that are bound, or written in as literals
 * @param ordered whether its ORDER BY leaves no rows in doubt
 * @param columns how each column of the answer compares; empty for a statement without rows, or when all are exact
 */
record Question(String keyspace, String sql, List<String> values, boolean ordered, List<Certainty> columns) {
    /** How the cells of a column compare. */
    sealed interface Certainty {
        Certainty EXACT = new Exact();
        Certainty ROUNDED = new Rounded();

        record Exact() implements Certainty {}

        /** A sum of DOUBLEs, added in any order. */
        record Rounded() implements Certainty {}

        /** Any text that equals the others in the collation of this column. */
        record AnyEqual(OracleColumn column) implements Certainty {}
    }

    /** With its values as literals. */
    String text() {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < sql.length(); i++) {
            if (sql.charAt(i) == '?') {
                text.append(values.get(next++));
            } else {
                text.append(sql.charAt(i));
            }
        }
        return text.toString();
    }
}
