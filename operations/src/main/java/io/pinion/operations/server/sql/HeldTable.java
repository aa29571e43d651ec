package io.pinion.operations.server.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A base table that stays one until the transaction of its connection ends. Only of such a table do Pinion's accounts
 * ask more than the name: see {@link BaseTables}, which makes it.
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

    /** The same table for questions on another connection, which end before that transaction does. */
    public HeldTable askedOn(Connection other) {
        return new HeldTable(other, name);
    }

    /** The one that is asked: its transaction holds the table, or another one does. */
    public Connection connection() {
        return connection;
    }

    /**
     * The condition on table_schema and table_name with which information_schema tells of this table, and opens no
     * other: MariaDB looks names up before it opens anything. It does so letter by letter for {@code =} alone: {@code
     * IN} takes names for the same that differ in case (10.11 and 11.4), and would open a view that is called so.
     *
     * @throws SQLException of a name that can't be written in quotes under every sql_mode
     */
    public String condition() throws SQLException {
        try {
            return "table_schema = " + SqlText.quote(name.database()) + " AND table_name = "
                    + SqlText.quote(name.table());
        } catch (IllegalArgumentException e) {
            throw new SQLException(name + " has a backslash or a control character in its name: rename it", "HY000", e);
        }
    }

    /**
     * One question about each of these tables, whose answers come in one.
     *
     * @param held at least one
     * @param select up to its WHERE
     * @param rest of the condition, with its AND; may be empty
     */
    public static String ofEach(Collection<HeldTable> held, String select, String rest) throws SQLException {
        List<String> questions = new ArrayList<>();
        for (HeldTable table : held) {
            questions.add(select + " WHERE " + table.condition() + rest);
        }
        return String.join(" UNION ALL ", questions);
    }

    /**
     * The same in one question, for a server that opens no view to answer it: MySQL looks names up in tables of its own,
     * and plans each part of a UNION for a millisecond.
     */
    public static String ofAll(Collection<HeldTable> held, String select, String rest) {
        Set<String> databases = new LinkedHashSet<>();
        List<String> names = new ArrayList<>();
        for (HeldTable table : held) {
            databases.add(table.name.database());
            names.add("(" + SqlText.quotedList(List.of(table.name.database(), table.name.table())) + ")");
        }
        return select + " WHERE table_schema IN (" + SqlText.quotedList(databases)
                + ") AND (table_schema, table_name) IN (" + String.join(", ", names) + ")" + rest;
    }

    /** The text that makes such a table. */
    public String definition() throws SQLException {
        return Answers.first(connection, "SHOW CREATE TABLE " + name.quoted(), row -> row.getString(2))
                .orElseThrow();
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
