package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.ChangeByKey;
import io.pinion.routing.plan.RowKey;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of rows that were found, as the condition of the statement that changes them. */
final class FoundKeys extends StepRows {
    private static final int ROWS_AT_ONCE = 10_000;

    /** They are held until all are found, and their rows stay locked. */
    private static final int MAX_ROWS = 100_000;

    private final ChangeByKey change;
    private final Set<String> placing = new LinkedHashSet<>();
    private final StringBuilder tuples = new StringBuilder();
    private final List<byte[]> statements = new ArrayList<>();
    private int rowsInText;
    private int rows;

    FoundKeys(ChangeByKey change) {
        this.change = change;
    }

    @Override
    List<byte[]> statements() {
        cut();
        return statements;
    }

    @Override
    String infoOfNone() {
        return change.update() ? "Rows matched: 0  Changed: 0  Warnings: 0" : "";
    }

    @Override
    @Nullable
    ServerError problem(AddedCounts counts) {
        long changed = counts.rowsFound();
        if (change.ignores() ? changed <= rows : changed == rows) {
            return null;
        }
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                rows + " rows were found, and " + changed
                        + " by their keys: a row is on another shard than its key says, or"
                        + " the key isn't unique; nothing was changed");
    }

    private void cut() {
        if (rowsInText > 0) {
            statements.add(statement());
            placing.clear();
            tuples.setLength(0);
            rowsInText = 0;
        }
    }

    private byte[] statement() {
        List<RowKey> keys = change.keys();
        StringBuilder condition = new StringBuilder();
        condition
                .append(quoted(keys.getFirst()))
                .append(" IN (")
                .append(String.join(", ", placing))
                .append(')');
        if (keys.size() > 1) {
            condition.append(" AND (");
            for (int i = 0; i < keys.size(); i++) {
                condition.append(i == 0 ? "" : ", ").append(quoted(keys.get(i)));
            }
            condition.append(") IN (").append(tuples).append(')');
        }
        ByteArrayOutputStream sql = new ByteArrayOutputStream();
        sql.writeBytes(change.before());
        sql.writeBytes(condition.toString().getBytes(StandardCharsets.UTF_8));
        sql.writeBytes(change.after());
        return sql.toByteArray();
    }

    private static String quoted(RowKey key) {
        return "`" + key.name().replace("`", "``") + "`";
    }

    @Override
    public @Nullable ServerError begin(int visible, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        return visible == change.keys().size()
                ? null
                : new ServerError(ErrorCode.INTERNAL_ERROR, "a server answered with " + visible + " columns of a key");
    }

    @Override
    public @Nullable ServerError row(byte[] @Nullable [] cells) {
        if (cells[0] == null) {
            return null; // An outer join has filled up a row that isn't there.
        }
        rows++;
        rowsInText++;
        if (rows > MAX_ROWS) {
            return new ServerError(
                    ErrorCode.TOO_BIG_SELECT,
                    "an UPDATE or DELETE that finds its rows over several shards first changes at most " + MAX_ROWS
                            + " rows: add conditions or a smaller LIMIT, and repeat the statement");
        }
        for (int i = 0; i < cells.length; i++) {
            byte[] cell = cells[i];
            if (cell == null) {
                return new ServerError(ErrorCode.INTERNAL_ERROR, "a row's key has a NULL");
            }
            String literal = change.keys().get(i).literal(cell);
            if (i == 0) {
                placing.add(literal);
            }
            if (cells.length > 1) {
                tuples.append(i > 0 ? ", " : tuples.isEmpty() ? "(" : ", (").append(literal);
            }
        }
        if (cells.length > 1) {
            tuples.append(')');
        }
        if (rowsInText == ROWS_AT_ONCE) {
            cut();
        }
        return null;
    }
}
