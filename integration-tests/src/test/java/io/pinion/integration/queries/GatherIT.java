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
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that only one server can compute run over rows gathered from eight shards, as over one table. */
class GatherIT {
    private static TestProxy proxy;
    private static Connection sharded;
    private static Connection plain;

    @BeforeAll
    static void start() throws SQLException {
        proxy = RealCluster.shared().proxy().start();
        LocalServer first = RealCluster.shared().first();
        first.execute(
                "CREATE OR REPLACE DATABASE gathered",
                "CREATE TABLE gathered.pins (id BIGINT UNSIGNED PRIMARY KEY, ts TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)",
                "CREATE TABLE gathered.board_has_pins (board_id BIGINT, pin_id BIGINT, sequence BIGINT,"
                        + " PRIMARY KEY (board_id, pin_id))");
        List<String> pins = new ArrayList<>();
        List<String> mappings = new ArrayList<>();
        for (int shard = 0; shard < 8; shard++) {
            LocalServer server = shard < 4 ? first : RealCluster.shared().second();
            server.execute("TRUNCATE db%05d.pins".formatted(shard), "TRUNCATE db%05d.board_has_pins".formatted(shard));
            for (int local = 1; local <= 9; local++) {
                String moment = "'2026-10-%02d 02:%02d:00'".formatted(20 + shard, local);
                server.execute("INSERT INTO db%05d.pins VALUES (%d, 'x', %s)".formatted(shard, local, moment));
                pins.add("(%d, %s)".formatted(id(shard, 1, local), moment));
                String mapping = "(%d, %d, %d)"
                        .formatted(id(shard, 2, local % 3), id((shard * 3 + local) % 8, 1, local + (local % 4)), local);
                server.execute("INSERT INTO db%05d.board_has_pins VALUES %s".formatted(shard, mapping));
                mappings.add(mapping);
            }
        }
        for (int i = 0; i < 200; i++) {
            // The pins of the first 150 are gone.
            long pin = i < 150 ? id(i % 8, 1, 1_000 + i) : id((i - 150) % 8, 1, 1 + (i - 150) / 8);
            mappings.add("(%d, %d, %d)".formatted(id(7, 2, 77), pin, i - 200));
        }
        List<String> boards = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            boards.add("(%d, %d, %d)".formatted(id(6, 2, 100 + i % 60), id(i % 8, 1, 1 + i % 9), -1_000 - i));
        }
        RealCluster.shared()
                .second()
                .execute(
                        "INSERT INTO db00007.board_has_pins VALUES "
                                + String.join(", ", mappings.subList(mappings.size() - 200, mappings.size())),
                        "INSERT INTO db00006.board_has_pins VALUES " + String.join(", ", boards));
        mappings.addAll(boards);
        first.execute(
                "INSERT INTO gathered.pins VALUES " + String.join(", ", pins),
                "INSERT INTO gathered.board_has_pins VALUES " + String.join(", ", mappings));
        sharded = connect("pinterest");
        plain = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + first.port()
                        + "/gathered?allowPublicKeyRetrieval=true&sslMode=DISABLED&useServerPrepStmts=true",
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
                "SELECT m.board_id, p.id, p.ts FROM board_has_pins m JOIN pins p ON p.id = m.pin_id ORDER BY 1, 2",
                "SELECT m.pin_id, p.ts FROM board_has_pins m LEFT JOIN pins p ON p.id = m.pin_id"
                        + " WHERE m.board_id = 70506183131137 ORDER BY m.sequence LIMIT 2",
                "SELECT m.pin_id FROM board_has_pins m LEFT JOIN pins p ON p.id = m.pin_id WHERE p.id IS NULL ORDER BY 1",
                "SELECT id, ts FROM pins WHERE id IN (SELECT pin_id FROM board_has_pins WHERE sequence < 4) ORDER BY id",
                "SELECT id FROM pins p WHERE NOT EXISTS (SELECT 1 FROM board_has_pins m WHERE m.pin_id = p.id) ORDER BY 1",
                "SELECT sequence, COUNT(*) n FROM board_has_pins GROUP BY sequence HAVING n > 7 AND MAX(pin_id) > 0 ORDER BY 1",
                "SELECT sequence, GROUP_CONCAT(pin_id ORDER BY pin_id), STDDEV(sequence) FROM board_has_pins GROUP BY 1 ORDER BY 1",
                "SELECT COUNT(DISTINCT pin_id), COUNT(DISTINCT sequence) + 1 FROM board_has_pins",
                "SELECT board_id, sequence, RANK() OVER (PARTITION BY sequence ORDER BY board_id DESC) AS r"
                        + " FROM board_has_pins ORDER BY 2, 3, 1",
                "SELECT COUNT(*) FROM pins p LEFT JOIN board_has_pins m ON m.pin_id = p.id WHERE m.board_id BETWEEN 422349904019556 AND 422349904019576",
                "SELECT COUNT(*) FROM (SELECT p.id, m.board_id b FROM pins p JOIN board_has_pins m ON m.pin_id = p.id) t"
                        + " WHERE b BETWEEN 422349904019556 AND 422349904019576",
                "SELECT COUNT(*) FROM board_has_pins a JOIN board_has_pins m ON m.pin_id = a.pin_id"
                        + " WHERE m.board_id BETWEEN 422349904019556 AND 422349904019576",
                "SELECT COUNT(*) FROM pins p JOIN board_has_pins m ON m.pin_id = p.id"
                        + " LEFT JOIN (SELECT n.pin_id x FROM board_has_pins n JOIN pins q ON q.id = n.pin_id) t ON t.x = p.id",
                "SELECT COUNT(*) FROM board_has_pins m JOIN pins p ON m.pin_id = p.id"
                        + " LEFT JOIN (SELECT n.board_id x FROM board_has_pins n JOIN pins q ON q.id = n.pin_id) t"
                        + " ON t.x = m.board_id",
                "SELECT id FROM pins UNION SELECT pin_id FROM board_has_pins ORDER BY 1",
                "WITH few AS (SELECT id FROM pins WHERE ts < '2026-10-23') SELECT COUNT(*) FROM few"
                        + " JOIN board_has_pins m ON m.pin_id = few.id",
                "SELECT ts, COUNT(*) FROM pins GROUP BY ts WITH ROLLUP",
                "SELECT MAX(c) FROM (SELECT pin_id, COUNT(*) AS c FROM board_has_pins GROUP BY pin_id) AS counts",
                "SELECT id + 1 AS next FROM pins ORDER BY id % 7, id",
                "SELECT m.sequence, p.id FROM board_has_pins m JOIN pins p ON p.id = m.pin_id"
                        + " WHERE m.board_id = 492718648197197 ORDER BY m.sequence LIMIT 10",
                "SELECT m.sequence, p.id FROM board_has_pins m JOIN pins p ON p.id = m.pin_id"
                        + " WHERE m.board_id = 492718648197197 ORDER BY m.sequence DESC LIMIT 20, 10",
                "SELECT m.sequence, p.id FROM board_has_pins m LEFT JOIN pins p ON p.id = m.pin_id"
                        + " WHERE m.board_id = 492718648197197 ORDER BY m.sequence LIMIT 145, 10",
                "SELECT m.sequence, p.id FROM board_has_pins m LEFT JOIN pins p ON p.id = m.pin_id"
                        + " WHERE m.board_id = 492718648197197 AND p.id IS NOT NULL ORDER BY m.sequence LIMIT 60",
                "SELECT a.id, (SELECT COUNT(*) FROM pins b WHERE b.ts < a.ts) AS earlier FROM pins a ORDER BY 2, 1",
            })
    void answersAsOneTableDoes(String sql) throws SQLException {
        assertThat(rows(sharded, sql)).isEqualTo(rows(plain, sql));
        List<List<String>> prepared = new ArrayList<>();
        for (Connection connection : List.of(sharded, plain)) {
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                prepared.add(lines(rows, sql));
            }
        }
        assertThat(prepared.get(0)).isEqualTo(prepared.get(1));
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return lines(rows, sql);
        }
    }

    private static List<String> lines(ResultSet rows, String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        int columns = rows.getMetaData().getColumnCount();
        StringBuilder title = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
            title.append(rows.getMetaData().getColumnLabel(column)).append(' ');
            title.append(rows.getMetaData().getColumnTypeName(column)).append(", ");
        }
        while (rows.next()) {
            StringBuilder line = new StringBuilder();
            for (int column = 1; column <= columns; column++) {
                line.append(rows.getObject(column)).append(" | ");
            }
            lines.add(line.toString());
        }
        if (!sql.contains("ORDER BY")) {
            Collections.sort(lines);
        }
        lines.addFirst(title.toString());
        return lines;
    }

    @Test
    void boundValuesSayWhatIsGathered() throws SQLException {
        String sql = "SELECT p.id FROM board_has_pins m JOIN pins p ON p.id = m.pin_id WHERE m.board_id = ? AND"
                + " p.ts > ? ORDER BY m.sequence DESC";
        List<List<String>> answers = new ArrayList<>();
        for (Connection connection : List.of(sharded, plain)) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, id(2, 2, 1));
                statement.setString(2, "2026-01-01");
                try (ResultSet rows = statement.executeQuery()) {
                    answers.add(lines(rows, sql));
                }
            }
        }
        assertThat(answers.get(0)).isEqualTo(answers.get(1)).hasSizeGreaterThan(1);
    }

    /** A mapping may point to an object of a shard or a type that isn't there: its row is there, and the object isn't. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT p.id FROM board_has_pins m JOIN pins p ON p.id = m.pin_id WHERE m.board_id = %d",
                "SELECT p.id FROM board_has_pins m LEFT JOIN pins p ON p.id = m.pin_id WHERE m.board_id = %d"
                        + " ORDER BY m.pin_id DESC LIMIT 1",
                "SELECT id FROM pins WHERE id IN (SELECT pin_id FROM board_has_pins WHERE board_id = %d)"
            })
    void anIdThatNamesNothingMatchesNoRowAndWarns(String query) throws SQLException {
        long board = id(3, 2, 71);
        for (long nameless : new long[] {id(900, 1, 1), id(1, 77, 1), -7, 1L << 62}) {
            Jdbc.execute(sharded, "INSERT INTO board_has_pins VALUES (%d, %d, 1)".formatted(board, nameless));
            try (Statement statement = sharded.createStatement();
                    ResultSet rows = statement.executeQuery(query.formatted(board))) {
                if (rows.next()) {
                    assertThat(rows.getString(1)).as(query).isNull();
                }
            }
            assertThat(Jdbc.rows(sharded, "SHOW WARNINGS"))
                    .singleElement()
                    .satisfies(warning -> assertThat(warning.get(2)).contains(Long.toString(nameless)));
            Jdbc.execute(sharded, "DELETE FROM board_has_pins WHERE board_id = %d".formatted(board));
        }
        Jdbc.execute(sharded, "INSERT INTO board_has_pins VALUES (%d, 0, 1)".formatted(board));
        Jdbc.rows(sharded, query.formatted(board));
        assertThat(Jdbc.rows(sharded, "SHOW WARNINGS")).isEmpty();
        Jdbc.execute(sharded, "DELETE FROM board_has_pins WHERE board_id = %d".formatted(board));
        assertThatThrownBy(() -> Jdbc.rows(sharded, "SELECT id FROM pins WHERE id = " + id(900, 1, 1)))
                .hasMessageContaining("not open");
    }

    @Test
    void aTransactionsOwnChangesAreGathered() throws SQLException {
        sharded.setAutoCommit(false);
        try {
            Jdbc.execute(sharded, "INSERT INTO board_has_pins VALUES (%d, 1, 77)".formatted(id(3, 2, 70)));
            assertThat(Jdbc.value(sharded, "SELECT COUNT(DISTINCT sequence) FROM board_has_pins WHERE sequence > 76"))
                    .isEqualTo("1");
            sharded.rollback();
            assertThat(Jdbc.value(sharded, "SELECT COUNT(DISTINCT sequence) FROM board_has_pins WHERE sequence > 76"))
                    .isEqualTo("0");
        } finally {
            sharded.setAutoCommit(true);
        }
    }

    @Test
    void nothingIsLeftOnTheServer() throws SQLException {
        for (int i = 0; i < 5; i++) {
            Jdbc.value(sharded, "SELECT COUNT(DISTINCT id) FROM pins");
        }
        assertThatThrownBy(() -> Jdbc.value(sharded, "SELECT COUNT(*) FROM db00000.pinion_gathered_1"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1146));
    }

    @Test
    void anErrorOfTheStatementItselfIsTheServers() throws SQLException {
        assertThatThrownBy(() -> Jdbc.value(sharded, "SELECT COUNT(DISTINCT nothing) FROM pins"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1054));
        assertThat(Jdbc.value(sharded, "SELECT COUNT(DISTINCT id) FROM pins")).isEqualTo("72");
    }

    @Test
    void whatIsNoIdMatchesNoRow() throws SQLException {
        Jdbc.execute(
                sharded,
                "INSERT INTO board_has_pins VALUES (%1$d, 0, 90), (%1$d, 5, 91), (%1$d, 4611686018427387904, 92)"
                        .formatted(id(2, 2, 90)));
        try {
            assertThat(Jdbc.value(
                            sharded,
                            "SELECT COUNT(*) FROM board_has_pins m LEFT JOIN pins p ON p.id = m.pin_id"
                                    + " WHERE m.sequence > 89 AND p.id IS NULL"))
                    .isEqualTo("3");
        } finally {
            Jdbc.execute(sharded, "DELETE FROM board_has_pins WHERE sequence > 89");
        }
    }

    @Test
    void theStatementRunsUnderTheSessionsModeAndTime() throws SQLException {
        try (Connection session = connect("pinterest")) {
            Jdbc.execute(session, "SET time_zone = '+03:00', sql_mode = 'PIPES_AS_CONCAT'");
            assertThat(Jdbc.value(session, "SELECT HOUR(MIN(ts)) || '-' || COUNT(DISTINCT id) || @@sql_mode FROM pins"))
                    .endsWith("-72PIPES_AS_CONCAT");
            assertThat(Jdbc.value(session, "SELECT COUNT(DISTINCT ts) FROM pins WHERE ts > '2026-01-01'"))
                    .isEqualTo("72");
        }
    }

    @Test
    void aSessionThatOnlyReadsMayGather() throws SQLException {
        try (Connection session = connect("pinterest")) {
            Jdbc.execute(session, "SET SESSION TRANSACTION READ ONLY");
            assertThat(Jdbc.value(session, "SELECT COUNT(DISTINCT id) FROM pins"))
                    .isEqualTo("72");
        }
    }
}
