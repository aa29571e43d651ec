package io.pinion.cli.advise;

import io.pinion.routing.advice.LoggedStatement;
import io.pinion.routing.rewrite.SqlNames;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;

/** The server that has the database today: it is only read from. */
public final class AdvisedServer implements AutoCloseable {
    private static final long PICOS_PER_MICRO = 1_000_000;
    private static final String NO_DIGESTS = "0";

    private final Connection connection;
    private final String database;

    private AdvisedServer(Connection connection, String database) {
        this.connection = connection;
        this.database = database;
    }

    /** @param address {@code host:port} */
    public static AdvisedServer connect(String address, String user, String password, String database)
            throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        login.setProperty("allowPublicKeyRetrieval", "true");
        login.setProperty("connectTimeout", "5000");
        login.setProperty("socketTimeout", "60000");
        return new AdvisedServer(DriverManager.getConnection("jdbc:mysql://" + address + "/", login), database);
    }

    /** The definitions of its tables. */
    public SchemaDump schema() throws SQLException {
        StringBuilder definitions = new StringBuilder();
        for (String table : tables()) {
            String name = SqlNames.quoted(database) + "." + SqlNames.quoted(table);
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW CREATE TABLE " + name)) {
                if (rows.next()) {
                    definitions.append(rows.getString(2)).append(";\n");
                }
            }
        }
        return SchemaDump.of(
                definitions.toString(), database, connection.getMetaData().getDatabaseProductVersion());
    }

    private List<String> tables() throws SQLException {
        List<String> tables = new ArrayList<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT TABLE_NAME FROM information_schema.TABLES"
                        + " WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME")) {
            statement.setString(1, database);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
        }
        return tables;
    }

    /** About how many rows each table has. */
    public Map<String, Long> rows() throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?")) {
            statement.setString(1, database);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    counts.put(rows.getString(1), rows.getLong(2));
                }
            }
        }
        return counts;
    }

    /** The columns of tables of information_schema, which statements may ask for. */
    public Map<String, List<String>> informationColumns() throws SQLException {
        Map<String, List<String>> columns = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS"
                        + " WHERE TABLE_SCHEMA = 'information_schema' ORDER BY TABLE_NAME, ORDINAL_POSITION")) {
            while (rows.next()) {
                columns.computeIfAbsent(rows.getString(1).toUpperCase(Locale.ROOT), any -> new ArrayList<>())
                        .add(rows.getString(2).toUpperCase(Locale.ROOT));
            }
        }
        return columns;
    }

    /** The digests of performance_schema, read now. */
    public StatementLog digests() throws SQLException {
        List<LoggedStatement> digests = new ArrayList<>();
        boolean on;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT @@performance_schema")) {
            on = rows.next() && !rows.getString(1).equals(NO_DIGESTS);
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT SCHEMA_NAME, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT FROM"
                                + " performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT IS NOT NULL"
                                // Of administrators, as CREATE PAIR is one.
                                + " AND DIGEST_TEXT NOT REGEXP '^ *(GRANT|REVOKE|(CREATE|ALTER|DROP) USER)'"
                                + " ORDER BY SUM_TIMER_WAIT DESC")) {
            while (rows.next()) {
                String schema = rows.getString(1);
                digests.add(new LoggedStatement(
                        rows.getString(2).strip().getBytes(StandardCharsets.UTF_8),
                        Optional.ofNullable(schema),
                        OptionalLong.empty(),
                        rows.getLong(3),
                        rows.getBigDecimal(4).longValue() / PICOS_PER_MICRO,
                        true));
            }
        }
        return (statements, findings) -> {
            if (!on) {
                findings.note(
                        "performance_schema is OFF on the server, as by default on MariaDB, so that it has no digests:"
                                + " set it in the configuration and restart it, or give a slow log");
            }
            digests.forEach(statements);
        };
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
