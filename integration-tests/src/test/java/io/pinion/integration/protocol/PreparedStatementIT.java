package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Server-side prepared statements of Connector/J through Pinion, with one connection to each server for everybody. */
@ExtendWith(LeakWatch.class)
class PreparedStatementIT {
    private static final String PREPARING = "sslMode=DISABLED&useServerPrepStmts=true&emulateUnsupportedPstmts=false";

    private static TestProxy proxy;

    @BeforeAll
    static void start() throws SQLException {
        proxy = RealCluster.shared().proxy().maxConnections(1).start();
        RealCluster.shared()
                .first()
                .execute(
                        "CREATE OR REPLACE TABLE legacy.p (id INT AUTO_INCREMENT PRIMARY KEY, i INT, l BIGINT UNSIGNED,"
                                + " d DECIMAL(20,5), f DOUBLE, s VARCHAR(100), b LONGBLOB, day DATE, t TIME(6), dt DATETIME(6), n INT)");
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        RealCluster.shared().first().execute("TRUNCATE legacy.p");
    }

    @Test
    void everyTypeGoesAndComes() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING)) {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO p (i, l, d, f, s, b, day, t, dt, n) VALUES (?,?,?,?,?,?,?,?,?,?)",
                    Statement.RETURN_GENERATED_KEYS)) {
                insert.setInt(1, -5);
                insert.setBigDecimal(2, new BigDecimal("18446744073709551615"));
                insert.setBigDecimal(3, new BigDecimal("-12345.67890"));
                insert.setDouble(4, 1.5);
                insert.setString(5, "grün 😀");
                insert.setBytes(6, new byte[] {0, 1, -1});
                insert.setDate(7, Date.valueOf("2026-11-20"));
                insert.setTime(8, Time.valueOf("12:34:56"));
                insert.setTimestamp(9, Timestamp.valueOf("2026-11-20 12:34:56.789"));
                insert.setNull(10, Types.INTEGER);
                assertThat(insert.executeUpdate()).isEqualTo(1);
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getInt(1)).isEqualTo(1);
                }
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT * FROM p WHERE id = ?")) {
                assertThat(select.getMetaData().getColumnCount()).isEqualTo(11);
                assertThat(select.getParameterMetaData().getParameterCount()).isEqualTo(1);
                select.setInt(1, 1);
                try (ResultSet row = select.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getInt("i")).isEqualTo(-5);
                    assertThat(row.getBigDecimal("l")).isEqualTo(new BigDecimal("18446744073709551615"));
                    assertThat(row.getBigDecimal("d")).isEqualTo(new BigDecimal("-12345.67890"));
                    assertThat(row.getDouble("f")).isEqualTo(1.5);
                    assertThat(row.getString("s")).isEqualTo("grün 😀");
                    assertThat(row.getBytes("b")).containsExactly(0, 1, -1);
                    assertThat(row.getDate("day")).hasToString("2026-11-20");
                    assertThat(row.getTime("t")).hasToString("12:34:56");
                    assertThat(row.getTimestamp("dt")).hasToString("2026-11-20 12:34:56.789");
                    assertThat(row.getObject("n")).isNull();
                    assertThat(row.next()).isFalse();
                }
            }
        }
    }

    @Test
    void executionsOfTwoSessionsTakeTurnsOnOneConnection() throws SQLException {
        try (Connection first = connect("legacy", PREPARING);
                Connection second = connect("legacy", PREPARING);
                PreparedStatement add = first.prepareStatement("INSERT INTO p (i, s) VALUES (?, ?)");
                PreparedStatement find = second.prepareStatement("SELECT s FROM p WHERE i = ?")) {
            for (int i = 0; i < 20; i++) {
                add.setInt(1, i);
                add.setString(2, "row " + i);
                add.executeUpdate();
                find.setInt(1, i);
                assertThat(only(find)).isEqualTo("row " + i);
            }
        }
    }

    /** A server keeps the time of {@code system_versioning_asof} in the statement that it has prepared. */
    @Test
    void sessionsOfOtherSettingsPrepareForThemselves() throws SQLException {
        RealCluster.shared()
                .first()
                .execute(
                        "CREATE OR REPLACE TABLE legacy.history (a INT) WITH SYSTEM VERSIONING",
                        "INSERT INTO legacy.history VALUES (1)");
        try (Connection past = connect("legacy", PREPARING);
                Connection future = connect("legacy", PREPARING)) {
            Jdbc.execute(past, "SET system_versioning_asof = '2020-01-01 00:00:00'");
            Jdbc.execute(future, "SET system_versioning_asof = '2037-01-01 00:00:00'");
            try (PreparedStatement before = past.prepareStatement("SELECT COUNT(*) FROM history");
                    PreparedStatement after = future.prepareStatement("SELECT COUNT(*) FROM history")) {
                assertThat(only(before)).isEqualTo("0");
                assertThat(only(after)).isEqualTo("1");
                assertThat(only(before)).isEqualTo("0");
                // As on a server, an execution keeps the time of its preparation.
                Jdbc.execute(past, "SET system_versioning_asof = '2037-01-01 00:00:00'");
                assertThat(only(before)).isEqualTo("0");
            }
        }
    }

    /** What acknowledges a preparation has no status word, so it says nothing about the transaction. */
    @Test
    void preparingLeavesTheTransactionOpen() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO p (i, s) VALUES (1, 'kept')");
            try (PreparedStatement find = connection.prepareStatement("SELECT @never_set")) {
                assertThat(only(find)).isNull();
            }
            connection.commit();
            connection.setAutoCommit(true);
            try (PreparedStatement find = connection.prepareStatement("SELECT s FROM p WHERE i = 1")) {
                assertThat(only(find)).isEqualTo("kept");
            }
        }
    }

    @Test
    void anErrorOfPreparingOrExecutingLeavesTheSessionUsable() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING)) {
            assertThatThrownBy(() -> connection.prepareStatement("SELECT nosuch FROM p WHERE id = ?"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1054));
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO p (id) VALUES (?)")) {
                insert.setInt(1, 7);
                insert.executeUpdate();
                assertThatThrownBy(insert::executeUpdate)
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1062));
                insert.setInt(1, 8);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
        }
    }

    @Test
    void moreStatementsThanAConnectionKeepsHandlesFor() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING)) {
            List<PreparedStatement> statements = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                statements.add(connection.prepareStatement("SELECT " + i + " + ?"));
            }
            for (int i = 0; i < 150; i++) {
                statements.get(i).setInt(1, 1000);
                assertThat(only(statements.get(i))).isEqualTo(String.valueOf(1000 + i));
            }
            for (PreparedStatement statement : statements) {
                statement.close();
            }
            assertThat(Jdbc.value(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void longDataIsSentInPieces() throws SQLException {
        byte[] large = new byte[3_000_000];
        Arrays.fill(large, (byte) 'x');
        try (Connection connection = connect("legacy", PREPARING + "&blobSendChunkSize=100000");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO p (b, s) VALUES (?, ?)")) {
            for (int round = 0; round < 2; round++) {
                insert.setBinaryStream(1, new ByteArrayInputStream(large), large.length);
                insert.setString(2, "round " + round);
                insert.executeUpdate();
            }
            assertThat(Jdbc.value(connection, "SELECT GROUP_CONCAT(LENGTH(b)) FROM p"))
                    .isEqualTo("3000000,3000000");
        }
    }

    @Test
    void aParameterOverSixteenMegabytesGoesThrough() throws SQLException {
        String large = "y".repeat(20_000_000);
        try (Connection connection = connect("legacy", PREPARING + "&maxAllowedPacket=67108864")) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO p (b) VALUES (?)")) {
                insert.setString(1, large);
                insert.executeUpdate();
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT b FROM p WHERE id = ?")) {
                select.setInt(1, 1);
                assertThat(only(select)).isEqualTo(large);
            }
        }
    }

    @Test
    void aCursorKeepsItsConnectionUntilItsLastRow() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING + "&useCursorFetch=true")) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO p (i) VALUES (?)")) {
                for (int i = 0; i < 25; i++) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                }
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT i FROM p WHERE i >= ? ORDER BY i")) {
                select.setFetchSize(10);
                select.setInt(1, 3);
                List<Integer> rows = new ArrayList<>();
                try (ResultSet result = select.executeQuery()) {
                    while (result.next()) {
                        rows.add(result.getInt(1));
                    }
                }
                assertThat(rows).hasSize(22).startsWith(3).endsWith(24);
            }
        }
        // The one connection is free again.
        try (Connection other = connect("legacy", PREPARING)) {
            assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM p")).isEqualTo("25");
        }
    }

    @Test
    void aCursorThatIsClosedEarlyFreesItsConnection() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING + "&useCursorFetch=true")) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO p (i) VALUES (?), (?), (?)")) {
                insert.setInt(1, 1);
                insert.setInt(2, 2);
                insert.setInt(3, 3);
                insert.executeUpdate();
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT i FROM p ORDER BY i")) {
                select.setFetchSize(1);
                try (ResultSet result = select.executeQuery()) {
                    assertThat(result.next()).isTrue();
                }
            }
            try (Connection other = connect("legacy", PREPARING)) {
                assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM p")).isEqualTo("3");
            }
        }
    }

    @Test
    void whatPinionAnswersItselfCanBePrepared() throws SQLException {
        try (Connection connection = connect("legacy", PREPARING)) {
            for (String sql : List.of("BEGIN", "COMMIT", "SET autocommit = 1", "SET @a = 5", "USE legacy")) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.execute();
                    statement.execute();
                }
            }
            try (PreparedStatement statement = connection.prepareStatement("SELECT DATABASE()")) {
                assertThat(only(statement)).isEqualTo("legacy");
            }
            try (PreparedStatement statement = connection.prepareStatement("SHOW DATABASES");
                    ResultSet result = statement.executeQuery()) {
                List<String> names = new ArrayList<>();
                while (result.next()) {
                    names.add(result.getString(1));
                }
                assertThat(names).contains("legacy", "pinterest");
            }
        }
    }

    @Test
    void theShardComesFromTheBoundId() throws SQLException {
        try (Connection connection = connect("pinterest", PREPARING)) {
            for (long shard : new long[] {5, 1}) {
                long board = shard << 46 | 2L << 36 | 77;
                long pin;
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO pins (data) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                    insert.setString(1, "{\"board_id\": " + board + "}");
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                    pin = key(insert);
                }
                assertThat(pin >> 46).isEqualTo(shard);
                assertThat(Jdbc.value(connection, "SELECT LAST_INSERT_ID()")).isEqualTo(Long.toString(pin));
                try (PreparedStatement find = connection.prepareStatement("SELECT id, data FROM pins WHERE id = ?")) {
                    assertThat(find.getMetaData().getColumnLabel(1)).isEqualTo("id");
                    for (int form = 0; form < 3; form++) {
                        switch (form) {
                            case 0 -> find.setLong(1, pin);
                            case 1 -> find.setString(1, Long.toString(pin));
                            default -> find.setBigDecimal(1, BigDecimal.valueOf(pin));
                        }
                        try (ResultSet rows = find.executeQuery()) {
                            assertThat(rows.next()).isTrue();
                            assertThat(rows.getLong("id")).isEqualTo(pin);
                            assertThat(rows.getString("data")).contains(Long.toString(board));
                        }
                    }
                }
                try (PreparedStatement update = connection.prepareStatement("UPDATE pins SET data = ? WHERE id = ?")) {
                    update.setString(1, "edited");
                    update.setLong(2, pin);
                    assertThat(update.executeUpdate()).isEqualTo(1);
                }
                try (PreparedStatement list =
                        connection.prepareStatement("SELECT data FROM pins WHERE id IN (?, ?) AND data = ? LIMIT ?")) {
                    list.setLong(1, pin);
                    list.setLong(2, pin + 1);
                    list.setString(3, "edited");
                    list.setInt(4, 10);
                    assertThat(only(list)).isEqualTo("edited");
                }
                try (PreparedStatement map = connection.prepareStatement(
                                "REPLACE INTO board_has_pins (board_id, pin_id, sequence) VALUES (?, ?, ?)");
                        PreparedStatement read = connection.prepareStatement(
                                "SELECT pin_id FROM board_has_pins WHERE board_id = ? ORDER BY sequence LIMIT ? OFFSET ?")) {
                    map.setLong(1, board);
                    map.setLong(2, pin);
                    map.setNull(3, Types.BIGINT);
                    map.executeUpdate();
                    read.setLong(1, board);
                    read.setInt(2, 50);
                    read.setInt(3, 0);
                    assertThat(only(read)).isEqualTo(Long.toString(pin));
                }
                try (PreparedStatement delete = connection.prepareStatement("DELETE FROM pins WHERE id = ?");
                        PreparedStatement unmap =
                                connection.prepareStatement("DELETE FROM board_has_pins WHERE board_id = ?")) {
                    delete.setLong(1, pin);
                    assertThat(delete.executeUpdate()).isEqualTo(1);
                    unmap.setLong(1, board);
                    assertThat(unmap.executeUpdate()).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void theShardComesFromTheHashOfTheBoundKey() throws SQLException {
        try (Connection connection = connect("lookup", PREPARING);
                PreparedStatement put = connection.prepareStatement("REPLACE INTO ip_data VALUES (?, ?)");
                PreparedStatement get = connection.prepareStatement("SELECT data FROM ip_data WHERE ip = ?")) {
            for (String ip : List.of("1.2.3.4", "10.0.0.7", "it's", "grün")) {
                put.setString(1, ip);
                put.setString(2, "of " + ip);
                put.executeUpdate();
                get.setString(1, ip);
                assertThat(only(get)).isEqualTo("of " + ip);
                assertThat(Jdbc.value(
                                connection, "SELECT data FROM ip_data WHERE ip = '" + ip.replace("'", "''") + "'"))
                        .isEqualTo("of " + ip);
            }
        }
    }

    @Test
    void aTransactionOfOneShardIsPreparedToo() throws SQLException {
        long pin = RealCluster.SHARD_5 | 1L << 36 | 4242;
        try (Connection connection = connect("pinterest", PREPARING)) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO pins (id, data) VALUES (?, ?)");
                    PreparedStatement lock =
                            connection.prepareStatement("SELECT data FROM pins WHERE id = ? FOR UPDATE")) {
                insert.setLong(1, pin);
                insert.setString(2, "in a transaction");
                insert.executeUpdate();
                lock.setLong(1, pin);
                assertThat(only(lock)).isEqualTo("in a transaction");
                connection.rollback();
                try (ResultSet rows = lock.executeQuery()) {
                    assertThat(rows.next()).isFalse();
                }
                connection.rollback();
            }
        }
    }

    @Test
    void preparingOnAnotherPairLeavesTheTransactionAlone() throws SQLException {
        long pin = RealCluster.SHARD_5 | 1L << 36 | 4343;
        try (Connection connection = connect("pinterest", PREPARING);
                Connection other = connect("pinterest", PREPARING)) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO pins (id, data) VALUES (?, ?)")) {
                insert.setLong(1, pin);
                insert.setString(2, "to be kept");
                insert.executeUpdate();
            }
            // Any shard gives the metadata: the lowest, which is on the other pair.
            connection
                    .prepareStatement("SELECT COUNT(*) FROM pins WHERE id = ?")
                    .close();
            assertThatThrownBy(() -> connection.prepareStatement("SELECT nosuch FROM pins WHERE id = ?"))
                    .isInstanceOf(SQLException.class);
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM pins WHERE id = " + pin))
                    .isEqualTo("1");
            RealCluster.shared().second().execute("DELETE FROM db00005.pins WHERE local_id = 4343");
        }
    }

    @Test
    void whatCantBeRoutedIsRefusedWhenItIsPreparedOrExecuted() throws SQLException {
        try (Connection connection = connect("pinterest", PREPARING);
                PreparedStatement find = connection.prepareStatement("SELECT data FROM pins WHERE id = ?")) {
            find.setDouble(1, 1.5);
            assertThatThrownBy(find::executeQuery).isInstanceOf(SQLException.class);
            find.setLong(1, 999L << 46 | 1L << 36 | 1);
            assertThatThrownBy(find::executeQuery).hasMessageContaining("999");
            find.setNull(1, Types.BIGINT);
            try (ResultSet rows = find.executeQuery()) {
                assertThat(rows.next()).isFalse();
            } catch (SQLException refused) {
                assertThat(refused.getMessage()).contains("pins");
            }
            assertThat(Jdbc.value(connection, "SELECT 'alive'")).isEqualTo("alive");
        }
    }

    @Test
    void physicalNamesWork() throws SQLException {
        try (Connection connection = connect("db00005", PREPARING);
                PreparedStatement insert =
                        connection.prepareStatement("REPLACE INTO pins (local_id, data) VALUES (?, ?)");
                PreparedStatement select =
                        connection.prepareStatement("SELECT data FROM db00005.pins WHERE local_id = ?")) {
            insert.setLong(1, 77);
            insert.setString(2, "physical");
            insert.executeUpdate();
            select.setLong(1, 77);
            assertThat(only(select)).isEqualTo("physical");
            ResultSetMetaData columns = select.getMetaData();
            assertThat(columns.getColumnName(1)).isEqualTo("data");
        }
    }

    private static Connection connect(String database, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/" + database + "?" + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    private static long key(PreparedStatement insert) throws SQLException {
        try (ResultSet keys = insert.getGeneratedKeys()) {
            assertThat(keys.next()).isTrue();
            return keys.getLong(1);
        }
    }

    private static String only(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            String value = rows.getString(1);
            assertThat(rows.next()).isFalse();
            return value;
        }
    }
}
