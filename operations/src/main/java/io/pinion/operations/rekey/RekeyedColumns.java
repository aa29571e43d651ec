package io.pinion.operations.rekey;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.KeyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the table.
 *
 * @param key its type
 * @param collation of the key; empty for numbers
 * @param others those but the key that stay as they are when the key changes: generated ones don't
 */
record RekeyedColumns(String key, String collation, List<String> others) {
    static final String QUERY = "SHOW FULL COLUMNS FROM ";

    private static final int FIELD = 0;
    private static final int TYPE = 1;
    private static final int COLLATION = 2;
    private static final int EXTRA = 6;

    /** @param rows of {@link #QUERY} */
    static RekeyedColumns of(RekeyTask task, List<List<@Nullable String>> rows) throws OperationRefused {
        List<String> others = new ArrayList<>();
        Optional<List<@Nullable String>> key = Optional.empty();
        for (List<@Nullable String> row : rows) {
            String name = String.valueOf(row.get(FIELD));
            String extra = String.valueOf(row.get(EXTRA)).toLowerCase(Locale.ROOT);
            if (name.equalsIgnoreCase(task.column())) {
                key = Optional.of(row);
            } else if (!extra.contains("generated") || extra.contains("default_generated")) {
                others.add(name);
            }
        }
        if (key.isEmpty()) {
            throw new OperationRefused("the shards have no column " + task.column() + " of " + task.table());
        }
        String type = String.valueOf(key.get().get(TYPE)).toLowerCase(Locale.ROOT);
        String collation = key.get().get(COLLATION);
        RekeyedColumns columns = new RekeyedColumns(type, collation == null ? "" : collation, others);
        if (!columns.isNumber() && !(KeyType.of(type) == KeyType.TEXT && collation != null)) {
            throw new OperationRefused("the key " + task.column() + " is neither a text nor a whole number");
        }
        return columns;
    }

    boolean isNumber() {
        return KeyType.of(key) == KeyType.INTEGER;
    }

    /** An expression as the column would have it, for comparisons. */
    String stored(String expression) {
        if (isNumber()) {
            return "CAST((" + expression + ") AS " + (key.contains("unsigned") ? "UNSIGNED" : "SIGNED") + ")";
        }
        return "CONVERT((" + expression + ") USING " + collation.replaceFirst("_.*", "") + ") COLLATE "
                + SqlText.quoteName(collation);
    }
}
