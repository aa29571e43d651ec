package io.pinion.integration.clients;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What Connector/J sends at connect and what it believes afterwards, a line each; the same lines from every server. */
final class ConnectorJSession {
    private static final String SESSION =
            "SELECT @@autocommit, @@character_set_client, @@collation_connection, @@sql_mode";

    private final String url;
    private final Properties login = new Properties();
    private final List<String> lines = new ArrayList<>();

    private ConnectorJSession(String host, int port, String user, String password) {
        this.url = "jdbc:mysql://" + host + ":" + port + "/legacy";
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("connectTimeout", "10000");
        login.setProperty("socketTimeout", "20000");
        login.setProperty("allowPublicKeyRetrieval", "true");
    }

    static List<String> lines(String host, int port, String user, String password) throws SQLException {
        var session = new ConnectorJSession(host, port, user, password);
        session.connects();
        session.writes();
        session.changesItself();
        session.options();
        return session.lines;
    }

    private void connects() throws SQLException {
        try (Connection connection = connect("")) {
            rows(connection, "session", SESSION);
            show("auto commit", connection.getAutoCommit());
            show("isolation", connection.getTransactionIsolation());
            show("catalog", connection.getCatalog());
            show("valid", connection.isValid(5));
            DatabaseMetaData meta = connection.getMetaData();
            show("quote", meta.getIdentifierQuoteString());
            show("lower case names", meta.storesLowerCaseIdentifiers());
        }
    }

    private void writes() throws SQLException {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS connectorj_session");
            statement.execute("CREATE TABLE connectorj_session (id BIGINT AUTO_INCREMENT PRIMARY KEY,"
                    + " note VARCHAR(40)) CHARSET utf8mb4");
            statement.executeUpdate(
                    "INSERT INTO connectorj_session (note) VALUES ('ä'), ('🥖')", Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                show("first key", keys.getLong(1));
            }
            rows(connection, "rows", "SELECT id, note FROM connectorj_session ORDER BY id");
            try (var prepared = connection.prepareStatement("SELECT note FROM connectorj_session WHERE id = ?")) {
                prepared.setLong(1, 2);
                try (ResultSet found = prepared.executeQuery()) {
                    show("prepared by the client", found.next() ? found.getString(1) : "none");
                }
            }
            // Connector/J asks for found rows: a row that matches counts, changed or not.
            show("matched", statement.executeUpdate("UPDATE connectorj_session SET note = note"));

            connection.setAutoCommit(false);
            statement.executeUpdate("DELETE FROM connectorj_session");
            var savepoint = connection.setSavepoint();
            statement.executeUpdate("INSERT INTO connectorj_session (note) VALUES ('again')");
            connection.rollback(savepoint);
            rows(connection, "after the savepoint", "SELECT COUNT(*) FROM connectorj_session");
            connection.rollback();
            connection.setAutoCommit(true);
            rows(connection, "rolled back", "SELECT COUNT(*) FROM connectorj_session");

            statement.execute("SELECT CAST('12x' AS SIGNED)");
            SQLWarning warning = statement.getWarnings();
            show("warning", warning == null ? "none" : warning.getErrorCode());
            refused(statement, "SELECT * FROM no_such_table");
            refused(statement, "INSERT INTO connectorj_session (id) VALUES (1)");
            statement.execute("DROP TABLE connectorj_session");
        }
    }

    private void changesItself() throws SQLException {
        try (Connection connection = connect("")) {
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            show("isolation", connection.getTransactionIsolation());
            connection.setReadOnly(true);
            show("read only", connection.isReadOnly());
            try (Statement statement = connection.createStatement()) {
                refused(statement, "CREATE TABLE connectorj_read_only (id INT)");
            }
            connection.setReadOnly(false);
            connection.setCatalog("information_schema");
            rows(connection, "catalog", "SELECT DATABASE()");
            connection.setCatalog("legacy");
            rows(connection, "catalog", "SELECT DATABASE()");
            rows(connection, "session", SESSION);
        }
    }

    private void options() throws SQLException {
        for (String options : List.of(
                "useServerPrepStmts=false&rewriteBatchedStatements=true",
                "useAffectedRows=true",
                "characterEncoding=latin1",
                "connectionCollation=utf8mb4_unicode_ci",
                "sessionVariables=sql_mode='STRICT_ALL_TABLES',time_zone='%2B03:00'",
                "cacheServerConfiguration=true",
                "useLocalSessionState=true&elideSetAutoCommits=true",
                "sslMode=DISABLED",
                "defaultFetchSize=100&useCursorFetch=false")) {
            try (Connection connection = connect(options)) {
                rows(connection, options, SESSION);
            } catch (SQLException failure) {
                show(options, failure.getMessage());
            }
        }
    }

    private Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(url + (options.isEmpty() ? "" : "?" + options), login);
    }

    private void rows(Connection connection, String label, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<@Nullable String> cells = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    cells.add(rows.getMetaData().getColumnTypeName(i) + " " + rows.getString(i));
                }
                show(label, cells);
            }
        }
    }

    private void refused(Statement statement, String sql) {
        try {
            statement.execute(sql);
            show(sql, "done");
        } catch (SQLException refusal) {
            show(sql, refusal.getErrorCode() + " " + refusal.getSQLState());
        }
    }

    private void show(String label, @Nullable Object value) {
        lines.add(label + ": " + value);
    }
}
