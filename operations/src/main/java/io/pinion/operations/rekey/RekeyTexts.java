package io.pinion.operations.rekey;

import io.pinion.operations.server.sql.SqlText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The statements of one task. Its value and its condition stand in parentheses, and the planner reads each statement as a
 * whole, so that none of them can be more than that.
 */
record RekeyTexts(RekeyTask task, RekeyedColumns columns) {
    /** Known rules for quotes and times; a value that a column can't hold is an error. */
    static final List<String> SETTINGS =
            List.of("SET sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'", "SET time_zone = '+00:00'");

    private static final int KEYS_AT_ONCE = 200;

    /**
     * Keeps a query within FROM from being merged with the one around it: MySQL 9.7 takes name <> UPPER(name) for false
     * then, if a function has computed the name.
     */
    private static final String APART = " LIMIT 18446744073709551615";

    private static final String OLD = SqlText.quoteName("pinion old key");
    private static final String BYTES = SqlText.quoteName("pinion bytes");

    static String columns(RekeyTask task, String database) {
        return RekeyedColumns.QUERY + table(task, database);
    }

    /** The last key of a page, where another one follows. */
    String lastOfPage(String database, Optional<String> after) {
        KeyPage rest = new KeyPage(database, after, Optional.empty());
        return "SELECT " + column() + " FROM " + rows(rest) + " ORDER BY " + column() + " LIMIT " + (KEYS_AT_ONCE - 1)
                + ", 1";
    }

    /** The keys of a page with their bytes, each with its new key, which is made of the key alone. */
    String keys(KeyPage page) {
        return "SELECT " + column() + ", " + BYTES + ", (" + value() + ") FROM (SELECT DISTINCT " + column() + ", HEX("
                + column() + ") AS " + BYTES + " FROM " + rows(page) + ") AS " + SqlText.quoteName(task.table());
    }

    /** A row of a page that would match again, and change once more, when it has its new key. */
    String changedAgain(KeyPage page) {
        String items = Stream.concat(
                        columns.others().stream().map(SqlText::quoteName),
                        Stream.of(columns.stored(value()) + " AS " + column(), column() + " AS " + OLD))
                .collect(Collectors.joining(", "));
        return "SELECT " + OLD + " FROM (SELECT " + items + " FROM " + rows(page) + APART + ") AS "
                + SqlText.quoteName(task.table()) + " WHERE " + condition() + " AND HEX(" + columns.stored(value())
                + ") <> HEX(" + column() + ") LIMIT 1";
    }

    /** Gives the rows of one key their new one. */
    String change(String old, String bytes, String now) {
        return "UPDATE " + table(task, task.keyspace()) + " SET " + column() + " = " + literal(now) + " WHERE "
                + column() + " = " + literal(old) + " AND HEX(" + column() + ") = '" + bytes + "' AND " + condition();
    }

    /** The same for no row, to keys of several shards: tells what the planner and the servers have against it. */
    List<String> changesOfNone() {
        return IntStream.rangeClosed(2, 9)
                .mapToObj(now -> change("1", "1", Integer.toString(now)) + " AND 1 = 0")
                .toList();
    }

    /** The rows of a page, as what stands behind FROM. */
    private String rows(KeyPage page) {
        return table(task, page.database()) + " WHERE " + condition()
                + page.after()
                        .map(key -> " AND " + column() + " > " + literal(key))
                        .orElse("")
                + page.upTo()
                        .map(key -> " AND " + column() + " <= " + literal(key))
                        .orElse("");
    }

    /** With the end of its last line, which may be a comment. */
    private String value() {
        return task.value() + "\n";
    }

    private String condition() {
        return task.condition().isEmpty() ? "TRUE" : "(" + task.condition() + "\n)";
    }

    private String column() {
        return SqlText.quoteName(task.column());
    }

    private static String table(RekeyTask task, String database) {
        return SqlText.quoteName(database) + "." + SqlText.quoteName(task.table());
    }

    /** Under the settings above. */
    private String literal(String value) {
        return columns.isNumber() ? value : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
