package io.pinion.integration.reading;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.GivenServers;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.RawClient;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A server whose reading Pinion's is compared with.
 *
 * @param charsets those that it takes as {@code character_set_client}
 * @param history how many statements of a session its performance_schema remembers
 */
record Product(
        String name, SqlDialect dialect, int version, List<String> charsets, int history, String host, int port) {
    /** What a MariaDB needs for it; a MySQL does it unasked. */
    static final List<String> MARIADB_OPTIONS = List.of(
            "--performance-schema=ON",
            "--performance-schema-events-statements-history-size=32",
            "--performance-schema-consumer-events-statements-current=ON",
            "--performance-schema-consumer-events-statements-history=ON",
            "--performance-schema-consumer-statements-digest=ON");

    private static final String USER = "pinion_reading";
    private static final String PASSWORD = "reading-secret";

    /** A client can't speak these. */
    private static final Set<String> NOT_OF_CLIENTS = Set.of("ucs2", "utf16", "utf16le", "utf32");

    private static final List<String> MODES = List.of(
            "ANSI_QUOTES",
            "NO_BACKSLASH_ESCAPES",
            "PIPES_AS_CONCAT",
            "IGNORE_SPACE",
            "HIGH_NOT_PRECEDENCE",
            "ANSI",
            "REAL_AS_FLOAT",
            "TRADITIONAL",
            "NO_UNSIGNED_SUBTRACTION");

    private static final List<String> MODES_OF_MARIADB = List.of(
            "ORACLE",
            "MSSQL",
            "DB2",
            "MAXDB",
            "POSTGRESQL",
            "MYSQL323",
            "MYSQL40",
            "NO_TABLE_OPTIONS",
            "NO_FIELD_OPTIONS",
            "NO_KEY_OPTIONS",
            "EMPTY_STRING_IS_NULL",
            "SIMULTANEOUS_ASSIGNMENT");

    static Product of(LocalServer server) throws SQLException {
        return of("MariaDB", server.host(), server.port(), server.rootUser(), server.rootPassword());
    }

    static Product of(GivenServers.Address mySql) throws SQLException {
        return of("MySQL", mySql.host(), mySql.port(), "root", GivenServers.mysql97Password());
    }

    static Product of(String name, String host, int port, String user, String password) throws SQLException {
        try (Connection root = connect(host, port, user, password);
                Statement statement = root.createStatement()) {
            statement.execute("DROP USER IF EXISTS " + USER);
            statement.execute("CREATE USER " + USER + " IDENTIFIED BY '" + PASSWORD + "'");
            statement.execute("GRANT SELECT ON performance_schema.* TO " + USER);
            // A session without a database is told so before its statement has been parsed.
            statement.execute("CREATE DATABASE IF NOT EXISTS " + USER);
            statement.execute("GRANT SELECT ON " + USER + ".* TO " + USER);
            // The raw client can't do the full exchange: this login puts the account into the server's cache.
            connect(host, port, USER, PASSWORD).close();
            List<String> charsets = new ArrayList<>(
                    column(statement, "SELECT CHARACTER_SET_NAME FROM information_schema.CHARACTER_SETS ORDER BY 1"));
            charsets.removeAll(NOT_OF_CLIENTS);
            String version = column(statement, "SELECT VERSION()").getFirst();
            int history =
                    Integer.parseInt(column(statement, "SELECT @@performance_schema_events_statements_history_size")
                            .getFirst());
            SqlDialect dialect =
                    version.toLowerCase(Locale.ROOT).contains("mariadb") ? SqlDialect.MARIADB : SqlDialect.MYSQL;
            return new Product(name, dialect, number(version), charsets, history, host, port);
        }
    }

    private static List<String> column(Statement statement, String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** As version comments write it. */
    private static int number(String version) {
        String[] parts = version.split("[^0-9]+", 4);
        return Integer.parseInt(parts[0]) * 10_000 + Integer.parseInt(parts[1]) * 100 + Integer.parseInt(parts[2]);
    }

    List<String> modes() {
        List<String> all = new ArrayList<>(MODES);
        if (dialect == SqlDialect.MARIADB) {
            all.addAll(MODES_OF_MARIADB);
        }
        return all;
    }

    /** The caller closes it. */
    ServerReader serverReader() {
        RawClient client = new RawClient(port);
        RawClient.Answer login = client.login(USER, PASSWORD, RawClient.CLASSIC, USER);
        if (login.errorCode() != 0) {
            throw new IllegalStateException(login.toString());
        }
        return new ServerReader(client, this);
    }

    PinionReader pinionReader() {
        return new PinionReader(this);
    }

    private static Connection connect(String host, int port, String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                user,
                password);
    }
}
