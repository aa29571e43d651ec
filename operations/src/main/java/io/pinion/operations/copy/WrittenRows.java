package io.pinion.operations.copy;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** Makes sure that all rows of a statement are in their table as they were. */
record WrittenRows(TableShape table) {
    /** WARN_DATA_TRUNCATED: an ENUM with its error value holds number 0, which the server takes with a warning. */
    private static final int DATA_TRUNCATED = 1265;

    /** Data exception: the row is in the way, not the server. */
    private static final String OF_VALUE = "22000";

    void requireInserted(int inserted, int wanted) throws SQLException {
        require(inserted == wanted, inserted, wanted);
    }

    /** The same where rows that were there count, too. */
    void requireReplaced(int counted, int wanted) throws SQLException {
        require(counted >= wanted, counted, wanted);
    }

    private void require(boolean all, int counted, int wanted) throws SQLException {
        if (!all) {
            throw new SQLException(counted + " of " + wanted + " rows arrived in " + table.name());
        }
    }

    /** @param first of the server's warnings, with the others behind it */
    void requireUnchanged(@Nullable SQLWarning first) throws SQLException {
        for (SQLWarning warning = first; warning != null; warning = warning.getNextWarning()) {
            if (warning.getErrorCode() != DATA_TRUNCATED || !isOfNumbered(String.valueOf(warning.getMessage()))) {
                throw new SQLException(
                        "a value of " + table.name() + " would be changed: " + warning.getMessage(), OF_VALUE);
            }
        }
    }

    private boolean isOfNumbered(String message) {
        return table.stored().stream()
                .anyMatch(column -> column.isNumbered() && message.contains("'" + column.name() + "'"));
    }
}
