package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationOutcome.MaintenanceRow;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A connection to the server of some shards, for one thread. */
public final class ShardConnection implements AutoCloseable {
    private static final int NO_SUCH_TABLE = 1146;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int MAX_WARNINGS = 64;

    private final String server;
    private final Connection connection;

    /** @param server its name */
    ShardConnection(String server, Connection connection) {
        this.server = server;
        this.connection = connection;
    }

    /** The name of the server. */
    String server() {
        return server;
    }

    /** See {@link WorkMark#takeOver}. */
    public void takeOver(WorkMark work, Duration timeout) throws SQLException {
        work.takeOver(connection, timeout);
    }

    /** Marks this connection as one of the work. */
    void join(WorkMark work) throws SQLException {
        work.put(connection);
    }

    /** @return the rows of a statement that answers with some, such as ANALYZE TABLE */
    public List<MaintenanceRow> execute(String sql) throws SQLException {
        List<MaintenanceRow> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            if (statement.execute(sql)) {
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        rows.add(new MaintenanceRow(
                                Answers.text(result, 1),
                                Answers.text(result, 2),
                                Answers.text(result, 3),
                                Answers.text(result, 4)));
                    }
                }
            }
        }
        return rows;
    }

    /** The warnings of the previous statement. */
    List<ServerWarning> warnings() throws SQLException {
        return Answers.all(
                connection,
                "SHOW WARNINGS LIMIT " + MAX_WARNINGS,
                row -> new ServerWarning(Answers.text(row, 1), row.getInt(2), Answers.text(row, 3)));
    }

    /**
     * The table's definition, normalised; {@link TableText#ABSENT} when there is no such table.
     *
     * @throws SQLException also when it isn't a base table
     */
    String definition(String database, String table) throws SQLException {
        try {
            return BaseTables.asking(
                    connection,
                    List.of(new TableName(database, table)),
                    held -> TableText.normalised(held.getFirst().definition(), database));
        } catch (SQLException e) {
            if (e.getErrorCode() == NO_SUCH_TABLE) {
                return TableText.ABSENT;
            }
            throw e.getErrorCode() == LOCK_WAIT_TIMEOUT ? locked(database + "." + table, e) : e;
        }
    }

    private static SQLException locked(String table, SQLException why) {
        return new SQLException(
                table + " is locked, or about to be altered: let that end (SHOW PROCESSLIST there), and try again",
                why.getSQLState(),
                why.getErrorCode(),
                why);
    }

    /** The names of all databases that have a table of the name; no views. */
    Set<String> databasesWith(String table) throws SQLException {
        return BaseTables.called(connection, table).stream()
                .map(TableName::database)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The names of all tables of a database; no views. */
    List<String> tables(String database) throws SQLException {
        return BaseTables.in(connection, database).stream()
                .map(TableName::table)
                .toList();
    }

    public boolean isEmpty(String database, String table) throws SQLException {
        TableName name = new TableName(database, table);
        String query = "SELECT 1 FROM " + name.quoted() + " LIMIT 1";
        return BaseTables.holding(connection, List.of(name), () -> Answers.column(connection, query)
                .isEmpty());
    }

    /** The server's product. */
    public Dialect dialect() throws SQLException {
        return Dialect.ofVersion(String.join("", firstColumn("SELECT VERSION()")));
    }

    /** Whether the server takes no writes, as a primary that has restarted, or is being replaced. */
    boolean isFenced() throws SQLException {
        return dialect().isFenced(connection);
    }

    /** The names of all databases that the account may see. */
    public List<String> databases() throws SQLException {
        return firstColumn("SHOW DATABASES");
    }

    /** The names of all databases that have tables or views which the account may see. */
    public List<String> databasesWithTables() throws SQLException {
        return firstColumn("SELECT DISTINCT table_schema FROM information_schema.tables");
    }

    /** Whether a database has tables or views at this moment. */
    public boolean hasTables(String database) throws SQLException {
        return !firstColumn("SHOW TABLES FROM " + SqlText.quoteName(database)).isEmpty();
    }

    /** The first column of an answer; a NULL is empty. */
    public List<String> firstColumn(String sql) throws SQLException {
        return Answers.all(connection, sql, row -> Answers.text(row, 1));
    }

    /** Whether the effect of the failed statement is unknown. */
    public static boolean isLost(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.startsWith("08") || e.getErrorCode() == 0;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // The connection isn't used any more.
        }
    }
}
