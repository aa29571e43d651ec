package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Divides a table into parts by ranges of its primary key. A bound is a list of literals, one of each column of the
 * key; a part has the rows behind one bound, up to and including the other.
 */
public final class KeyBounds {
    private static final Set<String> NUMBERS =
            Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "year");
    private static final Set<String> TIMES = Set.of("date", "datetime", "timestamp", "time");
    private static final Set<String> CHARACTERS = Set.of("char", "varchar");
    private static final Set<String> BYTES = Set.of("binary", "varbinary");

    private final List<ColumnShape> columns;

    /** Whether the first column is above 0 in all rows; others are none of the table. */
    private final boolean aboveZero;

    /** How many of the columns, the first, tell all rows of the table apart. */
    private final int ordering;

    private KeyBounds(List<ColumnShape> columns, boolean aboveZero, int ordering) {
        this.columns = List.copyOf(columns);
        this.aboveZero = aboveZero;
        this.ordering = ordering;
    }

    /**
     * Empty when the rows of the table can only be taken all together: it has no key, or a key of a type without good
     * literals.
     */
    public static KeyBounds of(TableShape table, Dialect dialect) {
        List<ColumnShape> columns = new ArrayList<>();
        for (String name : table.wholeKey()) {
            columns.addAll(table.columns().stream()
                    .filter(column -> column.name().equals(name) && hasLiterals(column, dialect))
                    .toList());
        }
        boolean all = columns.size() == table.wholeKey().size();
        return new KeyBounds(all ? columns : List.of(), false, all ? columns.size() : 0);
    }

    /** The same, but for rows whose first column is NULL, 0 or negative. */
    public KeyBounds aboveZero() {
        return new KeyBounds(columns, true, ordering);
    }

    /** The same, of a key whose first columns are unique by themselves: their index has the rows in its order. */
    public KeyBounds uniqueBy(int first) {
        return new KeyBounds(columns, aboveZero, first);
    }

    private static boolean hasLiterals(ColumnShape column, Dialect dialect) {
        String type = column.type();
        return NUMBERS.contains(type)
                || TIMES.contains(type)
                || BYTES.contains(type)
                || (CHARACTERS.contains(type) && !column.charset().isEmpty())
                || dialect.typesOfCharacters().contains(type);
    }

    public boolean isEmpty() {
        return columns.isEmpty();
    }

    public String columns() {
        return columns.stream().map(column -> SqlText.quoteName(column.name())).collect(Collectors.joining(", "));
    }

    /** The columns by which rows are in the order of the key. */
    public String order() {
        return columns.stream()
                .limit(ordering)
                .map(column -> SqlText.quoteName(column.name()))
                .collect(Collectors.joining(", "));
    }

    /** The bound that is the last of so many rows behind another one; empty when there are fewer. Blocks. */
    public List<String> next(Connection connection, TableShape table, List<String> after, int rows)
            throws SQLException {
        String query = "SELECT " + columns() + " FROM " + table.inOrder() + condition(after, List.of()) + " ORDER BY "
                + order() + " LIMIT " + (rows - 1) + ", 1";
        return Answers.first(connection, query, this::bound).orElse(List.of());
    }

    /** The bound that a row is; its key columns were read as they are, and first. */
    public List<String> bound(ResultSet row) throws SQLException {
        List<String> bound = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            bound.add(literal(columns.get(i), row.getBytes(i + 1)));
        }
        return bound;
    }

    /**
     * The bound that a row is.
     *
     * @param values of the key's columns, as the server sends them as text
     */
    public List<String> bound(List<byte[]> values) {
        List<String> bound = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            bound.add(literal(columns.get(i), values.get(i)));
        }
        return bound;
    }

    private static String literal(ColumnShape column, byte[] value) {
        if (NUMBERS.contains(column.type())) {
            return withoutZeros(new String(value, StandardCharsets.US_ASCII));
        }
        if (CHARACTERS.contains(column.type())) {
            return "_" + column.charset() + " x'" + HexFormat.of().formatHex(value) + "'";
        }
        return BYTES.contains(column.type())
                ? "x'" + HexFormat.of().formatHex(value) + "'"
                : SqlText.quote(new String(value, StandardCharsets.US_ASCII));
    }

    /** A column may be ZEROFILL. */
    private static String withoutZeros(String number) {
        int first = 0;
        while (first + 1 < number.length()
                && number.charAt(first) == '0'
                && Character.isDigit(number.charAt(first + 1))) {
            first++;
        }
        return number.substring(first);
    }

    /**
     * The condition for the rows between two bounds.
     *
     * @param after the bound before; empty for the table's beginning
     * @param upTo the last row; empty for the table's end
     */
    public String condition(List<String> after, List<String> upTo) {
        List<String> conditions = new ArrayList<>();
        if (!after.isEmpty()) {
            conditions.add(compared(after, ">", ">"));
        } else if (aboveZero) {
            conditions.add(SqlText.quoteName(columns.getFirst().name()) + " > 0");
        }
        if (!upTo.isEmpty()) {
            conditions.add(compared(upTo, "<", "<="));
        }
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** The condition for the rows with these keys, at least one. */
    public String conditionOf(Collection<List<String>> keys) {
        if (columns.size() == 1) {
            return keys.stream()
                    .map(key -> key.getFirst())
                    .collect(Collectors.joining(
                            ", ",
                            " WHERE " + SqlText.quoteName(columns.getFirst().name()) + " IN (",
                            ")"));
        }
        return keys.stream().map(this::equal).collect(Collectors.joining(" OR ", " WHERE ", ""));
    }

    /** The condition for the rows of which the first column of the key is between two integers, these included. */
    public String conditionOfFirst(String from, String upTo) {
        String name = SqlText.quoteName(columns.getFirst().name());
        List<String> conditions = new ArrayList<>();
        if (!from.isEmpty()) {
            conditions.add(name + " >= " + from);
        }
        if (!upTo.isEmpty()) {
            conditions.add(name + " <= " + upTo);
        }
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    /** The condition for the rows with these literals in the first column of the key. */
    public String conditionOfFirst(Collection<String> literals) {
        return " WHERE " + SqlText.quoteName(columns.getFirst().name()) + " IN (" + String.join(", ", literals) + ")";
    }

    /** Compares the bounds of a key of integers in their order. */
    public static int compareIntegers(List<String> one, List<String> other) {
        for (int i = 0; i < one.size(); i++) {
            int compared = new BigInteger(one.get(i)).compareTo(new BigInteger(other.get(i)));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private String equal(List<String> key) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            parts.add(SqlText.quoteName(columns.get(i).name()) + " = " + key.get(i));
        }
        return "(" + String.join(" AND ", parts) + ")";
    }

    /**
     * Compares column by column: neither product uses an index to compare whole rows (MySQL manual, "Row Constructor
     * Expression Optimization").
     */
    private String compared(List<String> bound, String sign, String lastSign) {
        List<String> ways = new ArrayList<>();
        StringBuilder equal = new StringBuilder();
        for (int i = 0; i < bound.size(); i++) {
            String name = SqlText.quoteName(columns.get(i).name());
            String last = i == bound.size() - 1 ? lastSign : sign;
            ways.add("(" + equal + name + " " + last + " " + bound.get(i) + ")");
            equal.append(name).append(" = ").append(bound.get(i)).append(" AND ");
        }
        return "(" + String.join(" OR ", ways) + ")";
    }

    /** The range in words, for people. */
    public String words(List<String> after, List<String> upTo) {
        if (after.isEmpty() && upTo.isEmpty()) {
            return "all rows";
        }
        String names = columns();
        List<String> words = new ArrayList<>();
        if (!after.isEmpty()) {
            words.add("behind (" + String.join(", ", after) + ")");
        }
        if (!upTo.isEmpty()) {
            words.add("up to (" + String.join(", ", upTo) + ")");
        }
        return names + " " + String.join(" ", words);
    }
}
