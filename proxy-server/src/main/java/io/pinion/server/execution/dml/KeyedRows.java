package io.pinion.server.execution.dml;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.ReadThenWriteChange;
import io.pinion.routing.plan.RowKey;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of one table that a query has found, and the statements that change them by their keys. */
final class KeyedRows {
    private static final int ROWS_AT_ONCE = 10_000;

    private final ReadThenWriteChange change;

    /** The new values of each row; empty where the query computes none. */
    private final Map<Key, List<String>> rows = new LinkedHashMap<>();

    private @Nullable CarriedCells values;
    private long bytes;

    /**
     * The key of a row, in literals.
     *
     * @param placing the sharding column's value
     * @param all all key columns' values, in parentheses if there are several
     */
    private record Key(String placing, String all) {}

    KeyedRows(ReadThenWriteChange change) {
        this.change = change;
    }

    int columns() {
        return change.columns();
    }

    int size() {
        return rows.size();
    }

    /** The approximate size of the keys and values in bytes. */
    long bytes() {
        return bytes;
    }

    /** Whether rows get new values of their own, so that many statements follow. */
    boolean carries() {
        return !change.types().isEmpty();
    }

    /** @param definitions of the table's columns */
    @Nullable
    ServerError begin(List<ColumnDefinition> definitions, CarriedCells.Terms session) {
        if (!carries()) {
            return null;
        }
        CarriedCells carried =
                new CarriedCells(definitions.subList(change.keys().size(), change.columns()), change.types(), session);
        values = carried;
        return carried.problem();
    }

    /** @param cells the table's columns begin at {@code first} */
    @Nullable
    ServerError add(byte[] @Nullable [] cells, int first) {
        if (cells[first] == null) {
            return null; // An outer join without a matching row of this table.
        }
        List<String> literals = new ArrayList<>();
        for (int i = 0; i < change.keys().size(); i++) {
            byte[] cell = cells[first + i];
            if (cell == null) {
                return new ServerError(ErrorCode.INTERNAL_ERROR, "a row's key has a NULL");
            }
            literals.add(change.keys().get(i).literal(cell));
        }
        Key key = new Key(
                literals.getFirst(),
                literals.size() == 1 ? literals.getFirst() : "(" + String.join(", ", literals) + ")");
        List<String> found = literals(cells, first + change.keys().size());
        List<String> before = rows.putIfAbsent(key, found);
        if (before == null) {
            bytes +=
                    key.all().length() + found.stream().mapToInt(String::length).sum();
        }
        return before == null || before.equals(found) ? null : ambiguous(key);
    }

    private ServerError ambiguous(Key key) {
        return new ServerError(
                ErrorCode.NOT_SUPPORTED_YET,
                "the row " + key.all()
                        + " is found several times, with different new values, and nothing says which of them"
                        + " it gets: join it with one row (GROUP BY, or a subquery with LIMIT 1); nothing was changed");
    }

    private List<String> literals(byte[] @Nullable [] cells, int first) {
        CarriedCells writing = values;
        if (writing == null) {
            return List.of();
        }
        List<String> literals = new ArrayList<>();
        for (int i = 0; i < change.types().size(); i++) {
            StringBuilder literal = new StringBuilder();
            writing.append(literal, i, cells[first + i]);
            literals.add(literal.toString());
        }
        return literals;
    }

    /** The statements. Rows with equal values share one, unless an ORDER BY forbids it. */
    List<byte[]> statements() {
        List<byte[]> statements = new ArrayList<>();
        Map<List<String>, List<Key>> alike = new LinkedHashMap<>();
        List<String> last = null;
        for (Map.Entry<Key, List<String>> row : rows.entrySet()) {
            if (change.isOrdered() && !Objects.equals(last, row.getValue())) {
                addAll(alike, statements);
            }
            last = row.getValue();
            List<Key> keys = alike.computeIfAbsent(last, values -> new ArrayList<>());
            keys.add(row.getKey());
            if (keys.size() == ROWS_AT_ONCE) {
                statements.add(statement(last, keys));
                alike.remove(last);
            }
        }
        addAll(alike, statements);
        return statements;
    }

    private void addAll(Map<List<String>, List<Key>> alike, List<byte[]> statements) {
        alike.forEach((values, keys) -> statements.add(statement(values, keys)));
        alike.clear();
    }

    private byte[] statement(List<String> values, List<Key> keys) {
        ByteArrayOutputStream sql = new ByteArrayOutputStream();
        for (int i = 0; i < change.texts().size(); i++) {
            if (i > 0) {
                sql.writeBytes(values.get(i - 1).getBytes(StandardCharsets.ISO_8859_1));
            }
            sql.writeBytes(change.texts().get(i));
        }
        sql.writeBytes(condition(keys).getBytes(StandardCharsets.UTF_8));
        sql.writeBytes(change.after());
        return sql.toByteArray();
    }

    private String condition(Collection<Key> rowsOfText) {
        Set<String> placing = new LinkedHashSet<>();
        rowsOfText.forEach(key -> placing.add(key.placing()));
        List<RowKey> keys = change.keys();
        String condition = quoted(keys.getFirst()) + " IN (" + String.join(", ", placing) + ")";
        return keys.size() == 1
                ? condition
                : condition + " AND ("
                        + String.join(", ", keys.stream().map(KeyedRows::quoted).toList()) + ") IN ("
                        + String.join(", ", rowsOfText.stream().map(Key::all).toList()) + ")";
    }

    private static String quoted(RowKey key) {
        return "`" + key.name().replace("`", "``") + "`";
    }
}
