package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RETURNING over shards of two servers: ORMs on MariaDB learn the ids of a whole batch of new rows by it. */
class ReturnedRowsIT {
    private static final long BOARD_1 = 1L << 46 | 2L << 36 | 7;
    private static final long BOARD_5 = RealCluster.SHARD_5 | 2L << 36 | 7;
    private static final String FOUR_PINS = "INSERT INTO pins (data) VALUES ('{\"board_id\": " + BOARD_5
            + ", \"n\": 0}'), ('{\"board_id\": " + BOARD_1 + ", \"n\": 1}'), ('{\"board_id\": " + BOARD_1
            + ", \"n\": 2}'), ('{\"board_id\": " + BOARD_5 + ", \"n\": 3}') RETURNING id, JSON_VALUE(data, '$.n') AS n";

    private static TestProxy proxy;
    private Connection session;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared().proxy().loops(1).start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void open() throws SQLException {
        session = connect("");
        Jdbc.execute(session, "DELETE FROM pins WHERE data LIKE '%\"n\":%'");
    }

    @AfterEach
    void end() throws SQLException {
        session.close();
    }

    @Test
    void newRowsComeInTheOrderInWhichTheyStand() throws SQLException {
        List<List<String>> rows = returned(FOUR_PINS);
        assertThat(rows).extracting(row -> row.get(1)).containsExactly("0", "1", "2", "3");
        assertThat(rows).extracting(row -> Long.parseLong(row.getFirst()) >> 46).containsExactly(5L, 1L, 1L, 5L);
        assertThat(Jdbc.value(session, "SELECT LAST_INSERT_ID()"))
                .isEqualTo(rows.getFirst().getFirst());
        for (List<String> row : rows) {
            assertThat(Jdbc.value(session, "SELECT JSON_VALUE(data, '$.n') FROM pins WHERE id = " + row.getFirst()))
                    .isEqualTo(row.get(1));
        }
    }

    @Test
    void preparedOnesComeInBinary() throws SQLException {
        try (Connection binary = connect("&useServerPrepStmts=true");
                PreparedStatement insert =
                        binary.prepareStatement("INSERT INTO pins (data) VALUES (?), (?) RETURNING id, data")) {
            insert.setString(1, "{\"board_id\": " + BOARD_5 + ", \"n\": 0}");
            insert.setString(2, "{\"board_id\": " + BOARD_1 + ", \"n\": 1}");
            assertThat(insert.execute()).isTrue();
            try (ResultSet rows = insert.getResultSet()) {
                List<Long> shards = new ArrayList<>();
                while (rows.next()) {
                    shards.add(rows.getLong(1) >> 46);
                    assertThat(rows.getString(2)).contains("\"n\": " + (shards.size() - 1));
                }
                assertThat(shards).containsExactly(5L, 1L);
            }
        }
    }

    @Test
    void nothingIsReturnedOfWhatFails() throws SQLException {
        long given = RealCluster.SHARD_5 | 1L << 36 | 888_888;
        Jdbc.execute(session, "INSERT INTO pins (id, data) VALUES (" + given + ", '{\"n\": 9}')");
        String first = Long.toString(1L << 46 | 1L << 36 | 888_888);
        assertThatThrownBy(() -> returned("INSERT INTO pins (id, data) VALUES (" + first + ", '{\"n\": 1}'), (" + given
                        + ", '{\"n\": 2}') RETURNING id"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1062));
        assertThat(Jdbc.column(
                        session, "SELECT JSON_VALUE(data, '$.n') FROM pins WHERE id IN (" + first + ", " + given + ")"))
                .containsExactly("9");
    }

    @Test
    void aTransactionUndoesThemAndKeepsTheInsertId() throws SQLException {
        session.setAutoCommit(false);
        List<List<String>> rows = returned(FOUR_PINS);
        session.rollback();
        session.setAutoCommit(true);
        assertThat(Jdbc.column(session, "SELECT id FROM pins WHERE data LIKE '%\"n\":%'"))
                .isEmpty();
        assertThat(Jdbc.value(session, "SELECT LAST_INSERT_ID()"))
                .isEqualTo(rows.getFirst().getFirst());
    }

    @Test
    void explicitIdsKeepTheInsertIdBefore() throws SQLException {
        String before = returned(FOUR_PINS).getFirst().getFirst();
        String one = Long.toString(RealCluster.SHARD_5 | 1L << 36 | 777_777);
        String other = Long.toString(1L << 46 | 1L << 36 | 777_777);
        assertThat(returned("REPLACE INTO pins (id, data) VALUES (" + one + ", '{\"n\": 1}'), (" + other
                        + ", '{\"n\": 2}') RETURNING id"))
                .containsExactly(List.of(one), List.of(other));
        assertThat(Jdbc.value(session, "SELECT LAST_INSERT_ID()")).isEqualTo(before);
    }

    @Test
    void deletedRowsComeFromEachShard() throws SQLException {
        List<List<String>> rows = returned(FOUR_PINS);
        assertThat(returned("DELETE FROM pins WHERE data LIKE '%\"n\":%' RETURNING id, JSON_VALUE(data, '$.n') AS n"))
                .containsExactlyInAnyOrderElementsOf(rows);
        assertThat(returned("DELETE FROM pins WHERE data LIKE '%\"n\":%' RETURNING id"))
                .isEmpty();
    }

    /** Connector/J would refuse to ask a query that begins with INSERT. */
    private List<List<String>> returned(String sql) throws SQLException {
        List<List<String>> all = new ArrayList<>();
        try (Statement statement = session.createStatement()) {
            assertThat(statement.execute(sql)).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                        row.add(rows.getString(column));
                    }
                    all.add(row);
                }
            }
        }
        return all;
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                        + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
