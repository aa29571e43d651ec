package io.pinion.integration.clients;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;

/**
 * What an application does through JDBC on a database of its own, whatever the driver and its options: the same lines from
 * every server.
 */
final class JdbcSession {
    private static final String TABLE = "jdbc_session";

    private final String url;
    private final int streamingFetchSize;
    private final SessionLines lines = new SessionLines();

    private JdbcSession(String url, int streamingFetchSize) {
        this.url = url;
        this.streamingFetchSize = streamingFetchSize;
    }

    /**
     * @param url with the driver's options; text with several statements must be allowed
     * @param streamingFetchSize by which the driver is told not to hold all rows at once
     */
    static List<String> lines(String url, int streamingFetchSize) throws SQLException {
        var session = new JdbcSession(url, streamingFetchSize);
        try (Connection connection = session.connect()) {
            session.values(connection);
            session.generatedKeys(connection);
            session.batches(connection);
            session.transactions(connection);
            session.streams(connection);
            session.changesRowsInPlace(connection);
            session.procedures(connection);
            session.severalInOneText(connection);
            session.refusals(connection);
            session.update(connection, "DROP TABLE " + TABLE);
        }
        session.timeouts();
        session.metadata();
        return session.lines.all();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, "app", "app");
    }

    /** Each type, and NULL of each type, bound and read back; then the same rows as text. */
    private void values(Connection connection) throws SQLException {
        update(connection, "DROP TABLE IF EXISTS " + TABLE);
        update(
                connection,
                "CREATE TABLE " + TABLE + " (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, t TINYINT, b BIT(3),"
                        + " flag BOOLEAN, i INT UNSIGNED, f FLOAT, d DOUBLE, n DECIMAL(20,6), day DATE, at DATETIME(6),"
                        + " stamp TIMESTAMP NULL, time TIME(3), y YEAR, c CHAR(4), v VARCHAR(40), x LONGTEXT,"
                        + " bin VARBINARY(20), bl BLOB, e ENUM('a','ö'), s SET('x','y'), j JSON) CHARSET utf8mb4");
        String insert =
                "INSERT INTO " + TABLE + " (t, b, flag, i, f, d, n, day, at, stamp, time, y, c, v, x, bin, bl, e, s, j)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setByte(1, (byte) -128);
            statement.setInt(2, 5);
            statement.setBoolean(3, true);
            statement.setLong(4, 4_294_967_295L);
            statement.setFloat(5, 1.5f);
            statement.setDouble(6, -2.25e10);
            statement.setBigDecimal(7, new BigDecimal("12345678901234.567891"));
            statement.setObject(8, LocalDate.of(1969, 12, 31));
            statement.setTimestamp(9, Timestamp.valueOf("2026-02-28 23:59:59.123456"));
            statement.setTimestamp(10, Timestamp.valueOf("2026-02-28 12:00:00"));
            statement.setString(11, "12:04:05.678");
            statement.setInt(12, 2026);
            statement.setString(13, "ab");
            statement.setString(14, "Brötchen 🥖 ' \" \\ \0 %");
            statement.setString(15, "x".repeat(300));
            statement.setBytes(16, new byte[] {0, 1, (byte) 0xff, '\'', '\\'});
            statement.setBytes(17, new byte[] {(byte) 0xc3, 0x28});
            statement.setString(18, "ö");
            statement.setString(19, "x,y");
            statement.setString(20, "{\"k\": [1, null, \"ä\"]}");
            lines.show("all types", statement.executeUpdate());
            for (int parameter = 1; parameter <= 20; parameter++) {
                statement.setNull(parameter, Types.NULL);
            }
            lines.show("all NULL", statement.executeUpdate());
        }
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + TABLE + " WHERE id >= ?")) {
            statement.setInt(1, 1);
            ResultSet rows = statement.executeQuery();
            lines.columns("prepared", rows);
            lines.rows("prepared", rows);
            statement.setInt(1, 2);
            lines.rows("prepared again", statement.executeQuery());
        }
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT * FROM " + TABLE);
            lines.columns("text", rows);
            lines.rows("text", rows);
        }
        // No row, no table, and expressions whose types no table tells.
        show(connection, "none", "SELECT * FROM " + TABLE + " WHERE id > 9");
        show(
                connection,
                "expressions",
                "SELECT 1, 1.0, 1e0, 'a', NULL, NOW() IS NULL, 2 * id AS twice, -id + 0.5 FROM " + TABLE
                        + " WHERE id = 1");
    }

    private void generatedKeys(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + TABLE + " (v) VALUES (?), (?), (?)", Statement.RETURN_GENERATED_KEYS)) {
            statement.setString(1, "one");
            statement.setString(2, "two");
            statement.setString(3, "three");
            lines.show("three rows", statement.executeUpdate());
            lines.rows("their keys", statement.getGeneratedKeys());
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO " + TABLE + " (id, v) VALUES (100, 'mine')", Statement.RETURN_GENERATED_KEYS);
            lines.rows("an explicit key", statement.getGeneratedKeys());
            statement.executeUpdate(
                    "INSERT INTO " + TABLE + " (id, v) VALUES (100, 'again') ON DUPLICATE KEY UPDATE v = VALUES(v)",
                    Statement.RETURN_GENERATED_KEYS);
            lines.rows("a duplicate's key", statement.getGeneratedKeys());
        }
    }

    private void batches(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + TABLE + " (i, v) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 50; i++) {
                statement.setInt(1, i);
                statement.setString(2, i % 7 == 0 ? null : "batch " + i);
                statement.addBatch();
            }
            lines.show("batch", Arrays.toString(statement.executeBatch()));
            lines.rows("the batch's keys", statement.getGeneratedKeys());
        }
        try (PreparedStatement statement = connection.prepareStatement("UPDATE " + TABLE + " SET v = ? WHERE i = ?")) {
            for (int i = 0; i < 5; i++) {
                statement.setString(1, "changed");
                statement.setInt(2, i * 20);
                statement.addBatch();
            }
            lines.show("batch of updates", Arrays.toString(statement.executeBatch()));
        }
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO " + TABLE + " (id, v) VALUES (200, 'a')");
            statement.addBatch("INSERT INTO " + TABLE + " (id, v) VALUES (200, 'duplicate')");
            statement.addBatch("INSERT INTO " + TABLE + " (id, v) VALUES (201, 'b')");
            lines.show("batch with a duplicate", Arrays.toString(statement.executeBatch()));
        } catch (BatchUpdateException refusal) {
            lines.show("batch with a duplicate", refusal.getErrorCode() + Arrays.toString(refusal.getUpdateCounts()));
        }
        show(connection, "after it", "SELECT id, v FROM " + TABLE + " WHERE id >= 200 ORDER BY id");
    }

    private void transactions(Connection connection) throws SQLException {
        String count = "SELECT COUNT(*), MAX(v) FROM " + TABLE + " WHERE id BETWEEN 100 AND 300";
        connection.setAutoCommit(false);
        update(connection, "DELETE FROM " + TABLE + " WHERE id = 100");
        Savepoint named = connection.setSavepoint("here `and` there");
        update(connection, "DELETE FROM " + TABLE + " WHERE id = 200");
        Savepoint nameless = connection.setSavepoint();
        update(connection, "DELETE FROM " + TABLE);
        connection.rollback(nameless);
        show(connection, "back to a savepoint", count);
        connection.rollback(named);
        show(connection, "back to another", count);
        lines.attempt("a savepoint that is gone", () -> connection.rollback(nameless));
        connection.releaseSavepoint(named);
        connection.rollback();
        show(connection, "rolled back", count);
        connection.commit();
        connection.setAutoCommit(true);
        for (int isolation : new int[] {
            Connection.TRANSACTION_READ_UNCOMMITTED,
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_SERIALIZABLE,
            Connection.TRANSACTION_REPEATABLE_READ
        }) {
            connection.setTransactionIsolation(isolation);
            lines.show("isolation " + isolation, connection.getTransactionIsolation());
            show(connection, "isolation " + isolation, "SHOW VARIABLES LIKE '%isolation'");
        }
        connection.setReadOnly(true);
        lines.attempt("a write of a read-only connection", () -> update(connection, "DELETE FROM " + TABLE));
        connection.setReadOnly(false);
    }

    private void streams(Connection connection) throws SQLException {
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            statement.setFetchSize(streamingFetchSize);
            lines.rows("streamed", statement.executeQuery("SELECT i, v FROM " + TABLE + " WHERE i < 9 ORDER BY i"));
            try (ResultSet rows = statement.executeQuery("SELECT a.id FROM " + TABLE + " a, " + TABLE + " b")) {
                lines.show("left early", rows.next());
            }
        }
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT v FROM " + TABLE + " WHERE i < ? ORDER BY i")) {
            statement.setFetchSize(streamingFetchSize);
            statement.setInt(1, 6);
            lines.rows("streamed, prepared", statement.executeQuery());
            statement.setMaxRows(2);
            lines.rows("at most two", statement.executeQuery());
        }
    }

    /** A driver writes the UPDATE itself, from what the definitions say of table and key. */
    private void changesRowsInPlace(Connection connection) throws SQLException {
        try (Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
                ResultSet rows = statement.executeQuery("SELECT id, v FROM " + TABLE + " WHERE id = 201 OR id = 200")) {
            lines.show("to change", rows.next());
            rows.updateString("v", "in place");
            rows.updateRow();
            rows.moveToInsertRow();
            rows.updateString("v", "inserted in place");
            rows.insertRow();
        }
        show(connection, "in place", "SELECT v FROM " + TABLE + " WHERE v LIKE '%in place'");
    }

    private void procedures(Connection connection) throws SQLException {
        update(connection, "DROP PROCEDURE IF EXISTS jdbc_procedure");
        update(
                connection,
                "CREATE PROCEDURE jdbc_procedure(IN a INT, INOUT b INT, OUT c VARCHAR(20))"
                        + " BEGIN SELECT a, b; SET b = a + b, c = 'ö'; SELECT c; END");
        try (CallableStatement call = connection.prepareCall("{call jdbc_procedure(?, ?, ?)}")) {
            call.setInt(1, 2);
            call.setInt(2, 40);
            call.registerOutParameter(2, Types.INTEGER);
            call.registerOutParameter(3, Types.VARCHAR);
            boolean rows = call.execute();
            for (int result = 1; rows; result++) {
                lines.rows("result " + result, call.getResultSet());
                rows = call.getMoreResults();
            }
            lines.show("out", call.getInt(2) + " " + call.getString("c"));
        }
        update(connection, "DROP PROCEDURE jdbc_procedure");
    }

    private void severalInOneText(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean rows = statement.execute("SELECT 1 AS one; UPDATE " + TABLE
                    + " SET i = 7 WHERE id = 201; SELECT 2; SELECT nosuch; SELECT 3");
            while (rows || statement.getUpdateCount() >= 0) {
                if (rows) {
                    lines.rows("several", statement.getResultSet());
                } else {
                    lines.show("several", statement.getUpdateCount());
                }
                rows = statement.getMoreResults();
            }
        } catch (SQLException refusal) {
            lines.show("several, refused", refusal.getErrorCode());
        }
        show(connection, "and on", "SELECT i FROM " + TABLE + " WHERE id = 201");
    }

    private void refusals(Connection connection) throws SQLException {
        for (String sql : List.of(
                "SELEKT 1",
                "SELECT nosuch FROM " + TABLE,
                "SELECT * FROM no_such_table",
                "INSERT INTO " + TABLE + " (id) VALUES (201)",
                "INSERT INTO " + TABLE + " (i) VALUES ('x')",
                "INSERT INTO " + TABLE + " (c) VALUES ('too long')",
                "USE no_such_database",
                "CALL no_such_procedure()",
                "SET SESSION no_such_variable = 1",
                "SIGNAL SQLSTATE '45001' SET MESSAGE_TEXT = 'ä', MYSQL_ERRNO = 31001",
                "KILL 99999999")) {
            lines.attempt(sql, () -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            });
            lines.attempt(sql + ", prepared", () -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.execute();
                }
            });
        }
        lines.show("valid", connection.isValid(5));
    }

    /** A driver ends a statement by KILL QUERY from another connection, or by closing its own. */
    private void timeouts() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            long start = System.nanoTime();
            try {
                lines.rows("timeout", statement.executeQuery("SELECT SLEEP(20), 'of a statement'"));
            } catch (SQLException ended) {
                lines.show("timeout", ended.getClass().getSimpleName() + " " + ended.getSQLState());
            }
            lines.show("long before its end", System.nanoTime() - start < 10_000_000_000L);
            statement.setQueryTimeout(0);
            lines.rows("afterwards", statement.executeQuery("SELECT 'the session goes on'"));
        }
    }

    private void metadata() throws SQLException {
        try (Connection connection = connect()) {
            update(connection, "DROP TABLE IF EXISTS jdbc_child");
            update(
                    connection,
                    "CREATE TABLE jdbc_child (id INT PRIMARY KEY, note VARCHAR(9) DEFAULT 'x' COMMENT 'n',"
                            + " parent INT, KEY by_note (note), FOREIGN KEY (parent) REFERENCES jdbc_child (id) ON DELETE CASCADE)");
            var known = connection.getMetaData();
            String catalog = connection.getCatalog();
            lines.rows("tables", known.getTables(catalog, null, "jdbc\\_%", null));
            lines.rows("columns", known.getColumns(catalog, null, "jdbc_child", "%"));
            lines.rows("primary key", known.getPrimaryKeys(catalog, null, "jdbc_child"));
            lines.rows("indexes", known.getIndexInfo(catalog, null, "jdbc_child", false, false));
            lines.rows("imported keys", known.getImportedKeys(catalog, null, "jdbc_child"));
            lines.rows("best row", known.getBestRowIdentifier(catalog, null, "jdbc_child", 0, true));
            lines.rows("procedures", known.getProcedures(catalog, null, "jdbc%"));
            lines.rows("table types", known.getTableTypes());
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT note, ? FROM jdbc_child WHERE id = ? AND parent > ?")) {
                lines.show("parameters", statement.getParameterMetaData().getParameterCount());
            }
            update(connection, "DROP TABLE jdbc_child");
        }
    }

    private void show(Connection connection, String label, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery(sql);
            lines.columns(label, rows);
            lines.rows(label, rows);
        }
    }

    private void update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
