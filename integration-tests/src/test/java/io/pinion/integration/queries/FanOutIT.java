package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements over eight shards on two servers answer as those over one table on one server. */
class FanOutIT {
    private static final int PINS_OF_SHARD = 12;

    private static TestProxy proxy;
    private static Connection sharded;
    private static Connection plain;

    @BeforeAll
    static void start() throws SQLException {
        proxy = RealCluster.shared().proxy().start();
        LocalServer first = RealCluster.shared().first();
        first.execute(
                "CREATE OR REPLACE DATABASE one",
                "CREATE TABLE one.pins (id BIGINT UNSIGNED PRIMARY KEY, data LONGTEXT, ts TIMESTAMP DEFAULT CURRENT_TIMESTAMP)"
                        + " CHARACTER SET utf8mb4",
                "CREATE TABLE one.board_has_pins (board_id BIGINT, pin_id BIGINT, sequence BIGINT,"
                        + " PRIMARY KEY (board_id, pin_id))",
                "CREATE TABLE one.ip_data (ip VARCHAR(45) PRIMARY KEY, data LONGTEXT)");
        List<String> pins = new ArrayList<>();
        List<String> mappings = new ArrayList<>();
        for (int shard = 0; shard < 8; shard++) {
            LocalServer server = shard < 4 ? first : RealCluster.shared().second();
            server.execute(
                    "TRUNCATE db%05d.pins".formatted(shard),
                    "TRUNCATE db%05d.board_has_pins".formatted(shard),
                    "TRUNCATE msdb%05d.ip_data".formatted(shard));
            for (int local = 1; local <= PINS_OF_SHARD; local++) {
                long id = id(shard, 1, local);
                String values = "'pin %d', '2026-11-%02d 10:%02d:00')".formatted(local % 5, 1 + shard, local);
                server.execute("INSERT INTO db%05d.pins VALUES (%d, %s".formatted(shard, local, values));
                pins.add("(" + id + ", " + values);
                long board = id(shard, 2, local % 3);
                String mapping = "(%d, %d, %d)".formatted(board, id((shard + local) % 8, 1, local), local);
                server.execute("INSERT INTO db%05d.board_has_pins VALUES %s".formatted(shard, mapping));
                mappings.add(mapping);
            }
        }
        first.execute(
                "INSERT INTO one.pins VALUES " + String.join(", ", pins),
                "INSERT INTO one.board_has_pins VALUES " + String.join(", ", mappings));
        sharded = connect("pinterest");
        plain = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + first.port()
                        + "/one?allowPublicKeyRetrieval=true&sslMode=DISABLED&useServerPrepStmts=true",
                RealCluster.ACCOUNT,
                RealCluster.ACCOUNT_PASSWORD);
    }

    private static long id(int shard, int type, int local) {
        return GlobalId.compose(new ShardId(shard), type, local).value();
    }

    private static Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/" + database
                        + "?allowPublicKeyRetrieval=true&sslMode=DISABLED&socketTimeout=20000&useServerPrepStmts=true",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    @AfterAll
    static void stop() throws SQLException {
        sharded.close();
        plain.close();
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, data FROM pins",
                "SELECT * FROM pins ORDER BY id",
                "SELECT id FROM pins ORDER BY id DESC LIMIT 5",
                "SELECT data, id FROM pins ORDER BY id LIMIT 10 OFFSET 30",
                "SELECT data FROM pins ORDER BY ts, id LIMIT 7, 9",
                "SELECT data FROM pins ORDER BY ts DESC, id DESC",
                "SELECT id FROM pins WHERE id IN (70437463654401, 70437463654402, 351912440365057, 137438953473)",
                "SELECT id FROM pins WHERE id = 70437463654401 OR id = 351912440365057",
                "SELECT id FROM pins WHERE id > 351912440365057 ORDER BY id LIMIT 4",
                "SELECT id FROM pins WHERE NOT id = 351912440365057 ORDER BY id",
                "SELECT COUNT(*) FROM pins",
                "SELECT COUNT(*), MIN(id), MAX(id), MIN(ts), MAX(ts) FROM pins WHERE data <> 'pin 1'",
                "SELECT COUNT(*), SUM(sequence), AVG(sequence), MIN(sequence) FROM board_has_pins WHERE sequence > 100",
                "SELECT SUM(sequence) s, AVG(sequence), COUNT(pin_id), BIT_OR(sequence), BIT_XOR(sequence) FROM board_has_pins",
                "SELECT sequence, COUNT(*) AS n, SUM(board_id) FROM board_has_pins GROUP BY sequence ORDER BY sequence",
                "SELECT sequence, COUNT(*) AS n FROM board_has_pins GROUP BY sequence ORDER BY n DESC, 1 LIMIT 3",
                "SELECT board_id, COUNT(DISTINCT pin_id) AS n FROM board_has_pins GROUP BY board_id HAVING n > 3",
                "SELECT board_id, GROUP_CONCAT(sequence ORDER BY sequence) FROM board_has_pins GROUP BY board_id",
                "SELECT pin_id, board_id, sequence FROM board_has_pins ORDER BY 3 DESC, 2, 1",
                "SELECT sequence, COUNT(*), SUM(pin_id) FROM board_has_pins GROUP BY 1 ORDER BY 3 DESC LIMIT 4",
                "SELECT DISTINCT sequence FROM board_has_pins ORDER BY sequence",
                "SELECT DISTINCT sequence FROM board_has_pins ORDER BY sequence DESC LIMIT 2, 3",
                "SELECT sequence * 2 AS twice FROM board_has_pins WHERE pin_id = 70437463654401",
                "SELECT id FROM pins WHERE 1 = 0",
                "SELECT id FROM pins WHERE data = 'none' ORDER BY id",
                "SELECT id FROM pins ORDER BY id LIMIT 0",
                "SELECT MAX(id) FROM pins WHERE data = 'none'",
                "SELECT data FROM pins WHERE id IN (70437463654401, 351912440365057) FOR UPDATE",
                "SELECT p.id FROM pins p WHERE EXISTS (SELECT 1 FROM pins q WHERE q.id = p.id AND q.data = 'pin 2')",
                "SELECT (SELECT COUNT(*) FROM board_has_pins i WHERE i.board_id = m.board_id) AS n, m.pin_id"
                        + " FROM board_has_pins m ORDER BY m.board_id, m.pin_id",
            })
    void answersAsOneTableDoes(String sql) throws SQLException {
        boolean ordered = sql.contains("ORDER BY") && !sql.contains("GROUP_CONCAT");
        assertThat(text(sharded, sql, ordered)).isEqualTo(text(plain, sql, ordered));
        assertThat(prepared(sharded, sql, ordered)).isEqualTo(prepared(plain, sql, ordered));
    }

    private static List<String> text(Connection connection, String sql, boolean ordered) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return lines(rows, ordered);
        }
    }

    private static List<String> prepared(Connection connection, String sql, boolean ordered) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            return lines(rows, ordered);
        }
    }

    private static List<String> lines(ResultSet rows, boolean ordered) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        List<String> lines = new ArrayList<>();
        while (rows.next()) {
            List<String> cells = new ArrayList<>();
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                cells.add(String.valueOf(rows.getObject(column)));
            }
            lines.add(String.join(" | ", cells));
        }
        if (!ordered) {
            Collections.sort(lines);
        }
        List<String> titles = new ArrayList<>();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            titles.add(columns.getColumnLabel(column) + " " + columns.getColumnTypeName(column) + " "
                    + columns.getPrecision(column) + " " + columns.getScale(column));
        }
        lines.addFirst(titles.stream().collect(Collectors.joining(", ")));
        return lines;
    }

    @Test
    void boundValuesChooseTheShards() throws SQLException {
        String sql = "SELECT id, data, ts FROM pins WHERE id IN (?, ?, ?) ORDER BY id LIMIT ?";
        List<List<String>> answers = new ArrayList<>();
        for (Connection connection : List.of(sharded, plain)) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, id(1, 1, 3));
                statement.setLong(2, id(6, 1, 4));
                statement.setString(3, String.valueOf(id(3, 1, 5)));
                statement.setInt(4, 2);
                try (ResultSet rows = statement.executeQuery()) {
                    answers.add(lines(rows, true));
                }
            }
        }
        assertThat(answers.get(0)).isEqualTo(answers.get(1)).hasSize(3);
    }

    /** Connector/J's setMaxRows sets it. */
    @Test
    void theLimitOfTheSessionDoesNotBecomeThatOfEachShard() throws SQLException {
        String sql = "SELECT sequence, COUNT(*) FROM board_has_pins GROUP BY sequence ORDER BY sequence";
        try (Connection limited = connect("pinterest")) {
            Jdbc.execute(limited, "SET sql_select_limit = 3");
            assertThatThrownBy(() -> text(limited, sql, true)).hasMessageContaining("sql_select_limit");
            assertThat(text(limited, sql + " LIMIT 5", true)).hasSize(6);

            Jdbc.execute(limited, "SET sql_select_limit = DEFAULT");
            assertThat(text(limited, sql, true)).isEqualTo(text(sharded, sql, true));
        }
    }

    @Test
    void changedRowsAreAddedUp() throws SQLException {
        for (Connection connection : List.of(sharded, plain)) {
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.executeUpdate("UPDATE pins SET data = 'changed' WHERE data = 'pin 4'"))
                        .isEqualTo(16);
                assertThat(statement.executeUpdate("DELETE FROM pins WHERE id IN (" + id(0, 1, 11) + ", " + id(7, 1, 11)
                                + ", " + id(7, 1, 99) + ")"))
                        .isEqualTo(2);
                assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM pins WHERE data = 'changed'"))
                        .isEqualTo("16");
            }
        }
    }

    @Test
    void anErrorOfAShardIsTheStatements() throws SQLException {
        assertThatThrownBy(() -> Jdbc.value(sharded, "SELECT nothing FROM pins"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1054));
        assertThat(Jdbc.value(sharded, "SELECT COUNT(*) FROM pins WHERE ts < '2000-01-01'"))
                .isEqualTo("0");
    }

    @Test
    void newRowsGoToTheirShards() throws SQLException {
        for (Connection connection : List.of(sharded, plain)) {
            try (Statement statement = connection.createStatement()) {
                String rows =
                        "(%d, 1, 500), (%d, 2, 501), (%d, 3, 502)".formatted(id(1, 2, 50), id(6, 2, 50), id(1, 2, 51));
                assertThat(statement.executeUpdate("INSERT INTO board_has_pins VALUES " + rows))
                        .isEqualTo(3);
                assertThat(statement.executeUpdate("INSERT INTO board_has_pins VALUES " + rows
                                + " ON DUPLICATE KEY UPDATE sequence = sequence + 1"))
                        .isEqualTo(6);
                assertThat(statement.executeUpdate("INSERT IGNORE INTO board_has_pins VALUES " + rows))
                        .isZero();
                assertThat(Jdbc.value(connection, "SELECT SUM(sequence) FROM board_has_pins WHERE sequence >= 500"))
                        .isEqualTo("1506");
                assertThat(statement.executeUpdate("DELETE FROM board_has_pins WHERE sequence >= 500"))
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void aStatementThatFailsSomewhereHasChangedNothing() throws SQLException {
        String conflicting = "INSERT INTO board_has_pins VALUES (%d, 1, 600), (%d, 1, 600), (%d, 1, 600)"
                .formatted(id(1, 2, 60), id(5, 2, 60), id(7, 2, 60));
        Jdbc.execute(sharded, "INSERT INTO board_has_pins VALUES (%d, 1, 700)".formatted(id(5, 2, 60)));
        assertThatThrownBy(() -> Jdbc.execute(sharded, conflicting))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1062));
        assertThat(count(600)).isEqualTo("0");
        sharded.setAutoCommit(false);
        try {
            Jdbc.execute(sharded, "INSERT INTO board_has_pins VALUES (%d, 2, 601)".formatted(id(1, 2, 60)));
            assertThatThrownBy(() -> Jdbc.execute(sharded, conflicting))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1062));
            assertThat(count(600)).isEqualTo("0");
            assertThat(count(601)).isEqualTo("1");
            sharded.commit();
        } finally {
            sharded.setAutoCommit(true);
        }
        assertThat(count(601)).isEqualTo("1");
        Jdbc.execute(sharded, "DELETE FROM board_has_pins WHERE sequence > 599");
    }

    @Test
    void aTransactionSeesItsOwnChangesEverywhere() throws SQLException {
        sharded.setAutoCommit(false);
        try {
            Jdbc.execute(sharded, "UPDATE board_has_pins SET sequence = sequence + 1000");
            assertThat(Jdbc.value(sharded, "SELECT COUNT(*) FROM board_has_pins WHERE sequence <= 1000"))
                    .isEqualTo("0");
            try (Connection other = connect("pinterest")) {
                assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM board_has_pins WHERE sequence > 1000"))
                        .isEqualTo("0");
            }
            sharded.rollback();
            assertThat(count(1001)).isEqualTo("0");
        } finally {
            sharded.setAutoCommit(true);
        }
    }

    @Test
    void theInsertIdIsThatOfTheFirstNewRow() throws SQLException {
        Jdbc.execute(
                sharded,
                "INSERT INTO pins (data) VALUES ('{\"board_id\": %d}'), ('{\"board_id\": %d}')"
                        .formatted(id(6, 2, 1), id(2, 2, 1)));
        long first = Long.parseLong(String.valueOf(Jdbc.value(sharded, "SELECT LAST_INSERT_ID()")));
        assertThat(first >> 46).isEqualTo(6);
        assertThat(Jdbc.value(sharded, "SELECT data FROM pins WHERE id = " + first))
                .contains(String.valueOf(id(6, 2, 1)));
        Jdbc.execute(sharded, "DELETE FROM pins WHERE data LIKE '%board_id%'");
    }

    private static String count(int sequence) throws SQLException {
        return String.valueOf(Jdbc.value(sharded, "SELECT COUNT(*) FROM board_has_pins WHERE sequence = " + sequence));
    }

    @Test
    void thereIsOneMomentForAllShards() throws SQLException {
        try (Statement statement = sharded.createStatement();
                ResultSet rows = statement.executeQuery("SELECT NOW(6), id FROM pins")) {
            assertThat(rows.next()).isTrue();
            String moment = rows.getString(1);
            while (rows.next()) {
                assertThat(rows.getString(1)).isEqualTo(moment);
            }
        }
        assertThat(Jdbc.value(sharded, "SELECT ABS(TIMESTAMPDIFF(SECOND, SYSDATE(), NOW())) < 60"))
                .isEqualTo("1");
    }

    @Test
    void aStatementThatFailsUndoesNoneBeforeIt() throws SQLException {
        sharded.setAutoCommit(false);
        try {
            Jdbc.execute(
                    sharded,
                    "INSERT INTO board_has_pins VALUES (%d, 1, 800), (%d, 1, 800), (%d, 1, 800)"
                            .formatted(id(0, 2, 80), id(1, 2, 80), id(5, 2, 80)));
            Jdbc.execute(sharded, "SAVEPOINT mine");
            assertThatThrownBy(() -> Jdbc.execute(
                            sharded,
                            "INSERT INTO board_has_pins VALUES (%d, 2, 800), (%d, 1, 800)"
                                    .formatted(id(0, 2, 80), id(1, 2, 80))))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1062));
            Jdbc.execute(sharded, "ROLLBACK TO SAVEPOINT mine");
            sharded.commit();
            assertThat(count(800)).isEqualTo("3");
        } finally {
            sharded.setAutoCommit(true);
        }
        Jdbc.execute(sharded, "DELETE FROM board_has_pins WHERE sequence = 800");
    }

    @Test
    void digitsThatTextDoesNotShowAreNotLost() throws SQLException {
        String sql = "SELECT board_id, STDDEV(sequence) AS d FROM board_has_pins GROUP BY board_id";
        assertThatThrownBy(() -> prepared(sharded, sql, false))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1235));
        String whole = "SELECT board_id, STDDEV(sequence) + 0e0 AS d FROM board_has_pins GROUP BY board_id";
        assertThat(prepared(sharded, whole, false)).isEqualTo(prepared(plain, whole, false));
    }

    @Test
    void whatHasFailedDoesNotWaitForALockElsewhere() throws SQLException {
        Jdbc.execute(
                sharded,
                "INSERT INTO board_has_pins VALUES (%d, 1, 900), (%d, 1, 900)".formatted(id(1, 2, 90), id(5, 2, 90)));
        try (Connection holder = connect("pinterest")) {
            holder.setAutoCommit(false);
            Jdbc.execute(holder, "UPDATE board_has_pins SET sequence = 901 WHERE board_id = " + id(1, 2, 90));
            long started = System.nanoTime();
            assertThatThrownBy(() -> Jdbc.execute(
                            sharded,
                            "UPDATE board_has_pins SET sequence = IF(board_id = %d, sequence, (SELECT 1 UNION SELECT 2))"
                                            .formatted(id(1, 2, 90))
                                    + " WHERE board_id IN (%d, %d)".formatted(id(1, 2, 90), id(5, 2, 90))))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1242));
            assertThat(System.nanoTime() - started).isLessThan(10_000_000_000L);
            holder.rollback();
        }
        assertThat(count(900)).isEqualTo("2");
        Jdbc.execute(sharded, "DELETE FROM board_has_pins WHERE sequence = 900");
    }
}
