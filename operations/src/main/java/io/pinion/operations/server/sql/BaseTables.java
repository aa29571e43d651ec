package io.pinion.operations.server.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tables that an account of Pinion's own is about to read, write or ask about where users may make objects. A user may
 * rename such a table and put a view of its name there, whose functions would run with the rights of Pinion's account.
 * So Pinion first takes the tables' metadata locks, with which no other connection renames or drops them until the
 * transaction ends, and learns whether they are tables. Before that it asks for names and types alone ({@link #in}),
 * for which no server opens what has the name.
 *
 * <p>It is the same for what SHOW and information_schema tell: MariaDB opens a view that they would tell of, and
 * evaluates deterministic functions while it does so, as in ROUND(1.2, f()) (10.11 and 11.4; MySQL 9.7 doesn't). See
 * {@link HeldTable}.
 *
 * <p>CHECKSUM TABLE … QUICK does both at once: it opens base tables only, runs nothing, reads no row of an InnoDB
 * table, and its locks stay until the transaction ends (measured on MariaDB 10.11 and 11.4 and MySQL 9.7). A SELECT
 * doesn't do: also with LIMIT 0 both products run functions of a view while they optimize. What HANDLER … OPEN locks is
 * given up as soon as a RENAME waits for it, and information_schema alone tells only what was.
 */
public final class BaseTables {
    /** MySQL's ER_WRONG_OBJECT: … is not BASE TABLE, which MariaDB 11.4 words in another way. */
    public static final int NOT_A_BASE_TABLE = 1347;

    /** In one statement. */
    private static final int HELD_AT_ONCE = 200;

    private BaseTables() {}

    /** What is done with the tables. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws SQLException, E;
    }

    /** What is asked about the tables. */
    @FunctionalInterface
    public interface Question<T, E extends Exception> {
        T ask(List<HeldTable> held) throws SQLException, E;
    }

    /** What is done with a table. */
    @FunctionalInterface
    public interface Task<E extends Exception> {
        void run() throws SQLException, E;
    }

    /**
     * The names of the base tables of a database, in order; none when there is no such database. Compared here too,
     * since MariaDB's information_schema knows no case.
     */
    public static List<TableName> in(Connection connection, String database) throws SQLException {
        return names(connection, "TABLE_SCHEMA = ?", database).stream()
                .filter(table -> table.database().equals(database))
                .toList();
    }

    /** Those of a name in all databases that the account may see. */
    public static List<TableName> called(Connection connection, String table) throws SQLException {
        return names(connection, "TABLE_NAME = ?", table).stream()
                .filter(found -> found.table().equals(table))
                .toList();
    }

    private static List<TableName> names(Connection connection, String condition, String name) throws SQLException {
        List<TableName> names = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES"
                        + " WHERE TABLE_TYPE = 'BASE TABLE' AND " + condition + " ORDER BY TABLE_SCHEMA, TABLE_NAME")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    names.add(new TableName(rows.getString(1), rows.getString(2)));
                }
            }
        }
        return names;
    }

    /**
     * Works in a transaction of its own while the tables stay what they are.
     *
     * @param connection in autocommit
     * @throws SQLException of the work, of a missing table (1146, 1049), or {@link #NOT_A_BASE_TABLE}, and then the
     *     work hasn't run
     */
    public static <T, E extends Exception> T holding(
            Connection connection, Collection<TableName> tables, Work<T, E> work) throws SQLException, E {
        return asking(connection, tables, held -> work.run());
    }

    /** As {@link #holding}, for what is asked about the tables. */
    public static <T, E extends Exception> T asking(
            Connection connection, Collection<TableName> tables, Question<T, E> question) throws SQLException, E {
        try (Statement statement = connection.createStatement()) {
            statement.execute("START TRANSACTION");
            try {
                T result = question.ask(hold(connection, tables));
                statement.execute("COMMIT");
                return result;
            } catch (Exception e) {
                rollBack(statement, e);
                throw e;
            }
        }
    }

    /** As {@link #holding}, of one table and for what gives no answer. */
    public static <E extends Exception> void whileHeld(Connection connection, TableName table, Task<E> task)
            throws SQLException, E {
        BaseTables.<Boolean, E>holding(connection, List.of(table), () -> {
            task.run();
            return true;
        });
    }

    /** Holds them until the end of the transaction that the connection is in. */
    public static List<HeldTable> hold(Connection connection, Collection<TableName> tables) throws SQLException {
        List<TableName> all = List.copyOf(tables);
        for (int from = 0; from < all.size(); from += HELD_AT_ONCE) {
            lock(connection, all.subList(from, Math.min(all.size(), from + HELD_AT_ONCE)));
        }
        return all.stream().map(table -> new HeldTable(connection, table)).toList();
    }

    private static void lock(Connection connection, Collection<TableName> tables) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(tables.stream()
                    .map(TableName::quoted)
                    .collect(Collectors.joining(", ", "CHECKSUM TABLE ", " QUICK")));
            // What isn't a table is a warning. Its count says so even where max_error_count keeps none.
            if (!Answers.single(connection, "SHOW COUNT(*) WARNINGS").equals("0")) {
                throw refusal(statement, tables);
            }
        }
    }

    private static SQLException refusal(Statement statement, Collection<TableName> tables) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SHOW WARNINGS")) {
            while (rows.next()) {
                int code = rows.getInt("Code");
                if (rows.getString("Level").equals("Error") && code != NOT_A_BASE_TABLE) {
                    return new SQLException(rows.getString("Message"), "HY000", code);
                }
                if (code == NOT_A_BASE_TABLE) {
                    return notTable(rows.getString("Message"));
                }
            }
        }
        return notTable("one of " + tables + " is not BASE TABLE");
    }

    private static SQLException notTable(String message) {
        return new SQLException(
                message
                        + ": Pinion's own accounts use no view in its place, since that would run with their rights; drop it and"
                        + " give the table its name back",
                "HY000",
                NOT_A_BASE_TABLE);
    }

    /** A connection that has broken is rolled back by its server. */
    private static void rollBack(Statement statement, Exception cause) {
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
