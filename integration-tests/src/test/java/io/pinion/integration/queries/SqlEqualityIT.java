package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The same statements through Pinion and on one server that has all the data give the same rows, names and types, and have
 * the same effects. The files of {@code equality/} hold them: one to a line; {@code flat: } before the line below says how
 * the one server is asked where names differ.
 */
class SqlEqualityIT {
    private static final Path STATEMENTS = Path.of("src/test/resources/equality");
    private static final long PINS = RealCluster.SHARD_5 | 1L << 36;
    private static final long BOARDS = RealCluster.SHARD_5 | 2L << 36;
    private static final long FAR = 1L << 46;

    private static TestProxy proxy;
    private static Connection pinion;
    private static Connection flat;

    /** One statement, and how the flat server is asked. */
    private record Pair(String pinion, String flat) {}

    @BeforeAll
    static void fill() throws SQLException {
        RealCluster cluster = RealCluster.shared();
        proxy = cluster.proxy().start();
        List<String> sql = new ArrayList<>(List.of(
                "DROP DATABASE IF EXISTS flat",
                "CREATE DATABASE flat",
                "CREATE TABLE flat.board_has_pins LIKE db00000.board_has_pins",
                "CREATE TABLE flat.ip_data LIKE msdb00000.ip_data",
                "CREATE OR REPLACE TABLE legacy.words (id INT AUTO_INCREMENT PRIMARY KEY, word VARCHAR(50) UNIQUE)",
                "CREATE TABLE flat.words LIKE legacy.words"));
        for (String table : List.of("pins", "boards")) {
            sql.add("CREATE TABLE flat." + table + " (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT,"
                    + " ts TIMESTAMP DEFAULT CURRENT_TIMESTAMP) CHARACTER SET utf8mb4");
        }
        cluster.first().execute(sql.toArray(new String[0]));
        for (int shard = 0; shard < 8; shard++) {
            (shard < 4 ? cluster.first() : cluster.second())
                    .execute(
                            "TRUNCATE db%05d.pins".formatted(shard),
                            "TRUNCATE db%05d.boards".formatted(shard),
                            "TRUNCATE db%05d.board_has_pins".formatted(shard),
                            "TRUNCATE msdb%05d.ip_data".formatted(shard));
        }
        pinion = connect("127.0.0.1", proxy.port(), "pinterest", TestProxy.USER, TestProxy.PASSWORD);
        flat = connect("127.0.0.1", cluster.first().port(), "flat", RealCluster.ACCOUNT, RealCluster.ACCOUNT_PASSWORD);
        both("SET time_zone = '+00:00', timestamp = 1700000000");
        object("pins", PINS | 7075733, "{\"a\":1}");
        object("pins", PINS | 7075734, "{\"b\":2}");
        object("pins", PINS | 7075732, "x");
        object("pins", PINS | 7075738, "y");
        object("pins", PINS | 1, "one");
        object("pins", FAR | 1L << 36 | 7, "far");
        object("boards", BOARDS | 1337, "brd");
        object("boards", BOARDS | 1338, Long.toString(PINS | 7075733));
        object("boards", BOARDS | 7075733, "b3");
        mapping(BOARDS | 1337, PINS | 7075733, 1);
        mapping(BOARDS | 1337, PINS | 7075734, 2);
        mapping(BOARDS | 1337, FAR | 1L << 36 | 7, 3);
        mapping(BOARDS | 1338, PINS | 7075733, 1);
        mapping(BOARDS | 7075733, PINS | 7075732, 9);
        for (String ip : List.of("1.2.3.4", "it''s", "back\\\\slash", "\u00fcber")) {
            both("REPLACE INTO " + "%s VALUES ('" + ip + "', 'of " + ip + "')", "lookup.ip_data", "flat.ip_data");
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        pinion.close();
        flat.close();
        proxy.close();
    }

    @TestFactory
    Stream<DynamicTest> rowsAreEqual() throws IOException {
        return Stream.concat(statements("selects.txt").stream(), statements("routes.txt").stream())
                .map(pair -> DynamicTest.dynamicTest(pair.pinion(), () -> assertThat(answer(pinion, pair.pinion()))
                        .isEqualTo(answer(flat, pair.flat()))));
    }

    @TestFactory
    Stream<DynamicTest> effectsAreEqual() throws IOException {
        return statements("changes.txt").stream()
                .map(pair -> DynamicTest.dynamicTest(
                        pair.pinion(), () -> assertThat(effect(pinion, pair.pinion(), "/* pinion: shard=5 */ "))
                                .isEqualTo(effect(flat, pair.flat(), ""))));
    }

    @Test
    void aTransactionWithLocksAndSavepointsIsEqual() throws SQLException {
        assertThat(transaction(pinion, "/* pinion: shard=5 */ ")).isEqualTo(transaction(flat, ""));
    }

    private static List<String> transaction(Connection connection, String hint) throws SQLException {
        String pin = Long.toString(PINS | 7075733);
        List<String> seen = new ArrayList<>();
        connection.setAutoCommit(false);
        seen.add(answer(connection, "SELECT id, data FROM pins WHERE id = " + pin + " FOR UPDATE"));
        seen.add(answer(connection, "UPDATE pins SET data = 'first' WHERE id = " + pin));
        seen.add(answer(connection, "SAVEPOINT one"));
        seen.add(answer(connection, "UPDATE pins SET data = 'second' WHERE id = '" + pin + "'"));
        seen.add(answer(connection, "ROLLBACK TO one"));
        seen.add(answer(connection, "SELECT data FROM pins WHERE id = " + pin));
        seen.add(answer(connection, "INSERT INTO pins (id, data) VALUES (" + pin + ", 'duplicate')"));
        seen.add(answer(connection, "SELECT COUNT(*) FROM board_has_pins WHERE board_id = " + (BOARDS | 1337)));
        connection.rollback();
        seen.add(answer(connection, "SELECT data FROM pins WHERE id = " + pin));
        connection.setAutoCommit(true);
        seen.addAll(contents(connection, hint));
        return seen;
    }

    private static String effect(Connection connection, String sql, String hint) throws SQLException {
        connection.setAutoCommit(false);
        try {
            return answer(connection, sql) + "\n" + String.join("\n", contents(connection, hint));
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private static List<String> contents(Connection connection, String hint) throws SQLException {
        List<String> contents = new ArrayList<>();
        for (String table : List.of("pins", "boards")) {
            contents.add(answer(connection, hint + "SELECT * FROM " + table + " WHERE id >= " + PINS + " ORDER BY id"));
        }
        contents.add(answer(
                connection,
                hint + "SELECT * FROM board_has_pins WHERE board_id >= " + PINS + " ORDER BY board_id, pin_id"));
        return contents;
    }

    /** Names, types and rows; or how many rows were changed; or the error's code. */
    private static String answer(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "changed " + statement.getUpdateCount();
            }
            try (ResultSet rows = statement.getResultSet()) {
                return text(rows, sql.toUpperCase(Locale.ROOT).contains("ORDER BY"));
            }
        } catch (SQLException e) {
            return "error " + e.getErrorCode() + " " + e.getSQLState();
        }
    }

    private static String text(ResultSet rows, boolean ordered) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        StringBuilder text = new StringBuilder();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            text.append(columns.getColumnLabel(column))
                    .append(' ')
                    .append(columns.getColumnTypeName(column))
                    .append('|');
        }
        List<String> lines = new ArrayList<>();
        while (rows.next()) {
            StringBuilder line = new StringBuilder("\n");
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                line.append(rows.getString(column)).append('|');
            }
            lines.add(line.toString());
        }
        if (!ordered) {
            Collections.sort(lines);
        }
        return text.append(String.join("", lines)).toString();
    }

    private static List<Pair> statements(String file) throws IOException {
        List<Pair> statements = new ArrayList<>();
        String asFlat = null;
        for (String line : Files.readAllLines(STATEMENTS.resolve(file))) {
            if (line.startsWith("flat: ")) {
                asFlat = line.substring("flat: ".length());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                statements.add(new Pair(line, asFlat == null ? line.replace("pinterest", "flat") : asFlat));
                asFlat = null;
            }
        }
        return statements;
    }

    // --- data

    private static void object(String table, long id, String data) throws SQLException {
        both("INSERT INTO " + table + " (id, data, ts) VALUES (" + id + ", '" + data + "', '2021-01-01 00:00:00')");
    }

    private static void mapping(long board, long pin, int sequence) throws SQLException {
        both("INSERT INTO board_has_pins VALUES (" + board + ", " + pin + ", " + sequence + ")");
    }

    private static void both(String sql) throws SQLException {
        try (Statement one = pinion.createStatement();
                Statement other = flat.createStatement()) {
            one.execute(sql);
            other.execute(sql);
        }
    }

    private static void both(String sql, String inPinion, String inFlat) throws SQLException {
        try (Statement one = pinion.createStatement();
                Statement other = flat.createStatement()) {
            one.execute(sql.replace("%s", inPinion));
            other.execute(sql.replace("%s", inFlat));
        }
    }

    private static Connection connect(String host, int port, String database, String user, String password)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/" + database
                        + "?allowPublicKeyRetrieval=true&sslMode=DISABLED&connectTimeout=5000&socketTimeout=20000",
                user,
                password);
    }
}
