package io.pinion.routing.planner.names;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.catalog.Table;
import io.pinion.routing.text.Tokens;
import java.util.function.IntPredicate;

/**
 * {@code _rowid}: servers' second name for the column of a table's integer key (MySQL's manual, "CREATE INDEX
 * Statement"), unless the table has a column of that name. With it a statement could change the column that places a
 * row, or read a shard's own number where its client means an id.
 */
public final class RowIdAlias {
    private static final String NAME = "_rowid";

    private RowIdAlias() {}

    /** Whether a column's name is this one. Servers ignore its case, but not its accents. */
    public static boolean is(String name) {
        return NAME.equalsIgnoreCase(name);
    }

    /** Whether the name means a real column of this table. */
    public static boolean isColumnOf(Table table) {
        return Names.hasColumn(table, NAME);
    }

    /** @param other whether a token of this name is known to mean something else */
    public static void refuse(Tokens tokens, String charset, IntPredicate other) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isName(token) && is(tokens.name(token, charset)) && !other.test(token)) {
                throw unsupported("_rowid is another name that servers have for the column of an integer key,"
                        + " which may place the row on its shard: write the name of the column itself");
            }
        }
    }
}
