package io.pinion.operations.server.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A base table that stays one until the transaction of its connection ends. Only of such a table do Pinion's accounts ask more than
 * the name: see {@link BaseTables}, which makes it.
 */
public final class HeldTable {
    private final Connection connection;
    private final TableName name;

    HeldTable(Connection connection, TableName name) {
        this.connection = connection;
        this.name = name;
    }

    public TableName name() {
        return name;
    }

    /** The one whose transaction holds it. */
    public Connection connection() {
        return connection;
    }

    /**
     * The condition on table_schema and table_name with which information_schema tells of these tables, and opens no others: MariaDB
     * looks at names before it opens anything, and at all the other columns afterwards.
     *
     * @param held at least one; of one database, or of one name
     * @throws SQLException of a name that can't be written in quotes under every sql_mode
     */
    public static String condition(Collection<HeldTable> held) throws SQLException {
        Set<String> databases = distinct(held, TableName::database);
        Set<String> tables = distinct(held, TableName::table);
        if (databases.size() > 1 && tables.size() > 1) {
            throw new IllegalArgumentException("tables of several names in several databases");
        }
        try {
            return "table_schema" + oneOf(databases) + " AND table_name" + oneOf(tables);
        } catch (IllegalArgumentException e) {
            throw new SQLException(
                    "one of " + held + " has a backslash or a control character in its name: rename it", "HY000", e);
        }
    }

    private static Set<String> distinct(Collection<HeldTable> held, Function<TableName, String> part) {
        return held.stream().map(table -> part.apply(table.name)).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A server goes straight to the one that is given alone. */
    private static String oneOf(Set<String> names) {
        return names.size() == 1
                ? " = " + SqlText.quote(names.iterator().next())
                : " IN (" + SqlText.quotedList(names) + ")";
    }

    /** The text that makes such a table. */
    public String definition() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            try (ResultSet rows = statement.executeQuery("SHOW CREATE TABLE " + name.quoted())) {
                rows.next();
                return rows.getString(2);
            }
        }
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
