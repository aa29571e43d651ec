package io.pinion.cli.advise;

import io.pinion.routing.advice.LoggedStatement;
import io.pinion.routing.rewrite.SqlNames;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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

    /** Reads one row of an answer. */
    private interface AdvisedRow {
        void read(ResultSet row) throws SQLException;
    }

    private void eachRow(String sql, AdvisedRow reader, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    /** The definitions of its tables. */
    public SchemaDump schema() throws SQLException {
        StringBuilder definitions = new StringBuilder();
        for (String table : rows().keySet()) {
            String name = SqlNames.quoted(database) + "." + SqlNames.quoted(table);
            eachRow(
                    "SHOW CREATE TABLE " + name,
                    row -> definitions.append(row.getString(2)).append(";\n"));
        }
        return SchemaDump.of(
                definitions.toString(), database, connection.getMetaData().getDatabaseProductVersion());
    }

    /** About how many rows each table has. */
    public Map<String, Long> rows() throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        eachRow(
                "SELECT TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES"
                        + " WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'",
                row -> counts.put(row.getString(1), row.getLong(2)),
                database);
        return counts;
    }

    /** The columns of tables of information_schema, which statements may ask for. */
    public Map<String, List<String>> informationColumns() throws SQLException {
        Map<String, List<String>> columns = new HashMap<>();
        eachRow(
                "SELECT TABLE_NAME, COLUMN_NAME FROM information_schema.COLUMNS"
                        + " WHERE TABLE_SCHEMA = 'information_schema' ORDER BY TABLE_NAME, ORDINAL_POSITION",
                row -> columns.computeIfAbsent(row.getString(1).toUpperCase(Locale.ROOT), any -> new ArrayList<>())
                        .add(row.getString(2).toUpperCase(Locale.ROOT)));
        return columns;
    }

    /** The digests of performance_schema, read now. */
    public StatementLog digests() throws SQLException {
        List<LoggedStatement> digests = new ArrayList<>();
        List<String> on = new ArrayList<>();
        eachRow("SELECT @@performance_schema", row -> on.add(row.getString(1)));
        eachRow(
                "SELECT SCHEMA_NAME, DIGEST_TEXT, COUNT_STAR, SUM_TIMER_WAIT FROM"
                        + " performance_schema.events_statements_summary_by_digest WHERE DIGEST_TEXT IS NOT NULL"
                        // Of administrators, as CREATE PAIR is one.
                        + " AND DIGEST_TEXT NOT REGEXP '^ *(GRANT|REVOKE|(CREATE|ALTER|DROP) USER)'"
                        + " ORDER BY SUM_TIMER_WAIT DESC",
                row -> digests.add(new LoggedStatement(
                        row.getString(2).strip().getBytes(StandardCharsets.UTF_8),
                        Optional.ofNullable(row.getString(1)),
                        OptionalLong.empty(),
                        row.getLong(3),
                        row.getBigDecimal(4).longValue() / PICOS_PER_MICRO,
                        true)));
        return (statements, findings) -> {
            if (on.equals(List.of(NO_DIGESTS))) {
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
