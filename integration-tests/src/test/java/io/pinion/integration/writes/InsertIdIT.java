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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** LAST_INSERT_ID() is the session's, whichever connections its statements have run on and who uses them now. */
class InsertIdIT {
    private static TestProxy proxy;
    private Connection session;

    @BeforeAll
    static void start() {
        proxy = RealCluster.shared().proxy().loops(1).maxConnections(1).start();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @BeforeEach
    void fill() throws SQLException {
        RealCluster.shared()
                .first()
                .execute(
                        "CREATE OR REPLACE TABLE legacy.parent (id INT AUTO_INCREMENT PRIMARY KEY, v INT UNIQUE)",
                        "CREATE OR REPLACE TABLE legacy.child (parent INT, v INT)",
                        "INSERT INTO legacy.parent VALUES (100, 100)");
        session = connect("legacy");
    }

    @AfterEach
    void end() throws SQLException {
        session.close();
    }

    @Test
    void anInsertsIdIsThere() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        assertThat(insertId(session)).isEqualTo("101");
        assertThat(insertId(session)).isEqualTo("101");
    }

    @Test
    void theFirstOfSeveralIdsIsThere() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1), (2), (3)");
        assertThat(insertId(session)).isEqualTo("101");
    }

    @Test
    void itGoesIntoAnotherInsert() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        Jdbc.execute(session, "INSERT INTO child VALUES (LAST_INSERT_ID(), 5)");
        assertThat(single(session, "SELECT parent FROM child")).isEqualTo("101");
        assertThat(insertId(session)).isEqualTo("101");
    }

    @Test
    void otherStatementsInBetweenDontChangeIt() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        Jdbc.execute(session, "UPDATE parent SET v = 7 WHERE id = 100");
        single(session, "SELECT COUNT(*) FROM db00006.pins");
        assertThat(insertId(session)).isEqualTo("101");
    }

    @Test
    void itIsThereInATransactionAndAfterIt() throws SQLException {
        session.setAutoCommit(false);
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        assertThat(insertId(session)).isEqualTo("101");
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (2)");
        Jdbc.execute(session, "INSERT INTO child VALUES (LAST_INSERT_ID(), 5)");
        session.commit();
        assertThat(insertId(session)).isEqualTo("102");
        session.rollback();
        assertThat(single(session, "SELECT parent FROM child")).isEqualTo("102");
    }

    @Test
    void twoSessionsOnOneConnectionHaveTheirOwn() throws SQLException {
        try (Connection other = connect("legacy")) {
            Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
            assertThat(insertId(other)).isEqualTo("0");
            Jdbc.execute(other, "INSERT INTO parent (v) VALUES (2)");
            assertThat(insertId(session)).isEqualTo("101");
            assertThat(insertId(other)).isEqualTo("102");
            Jdbc.execute(session, "INSERT INTO parent (v) VALUES (3)");
            Jdbc.execute(other, "INSERT INTO child VALUES (LAST_INSERT_ID(), 5)");
            assertThat(single(other, "SELECT parent FROM child")).isEqualTo("102");
            assertThat(insertId(session)).isEqualTo("103");
        }
    }

    @Test
    void anExplicitIdIsNoneOfAnotherSession() throws SQLException {
        try (Connection other = connect("legacy")) {
            Jdbc.execute(other, "INSERT INTO parent (v) VALUES (2)");
            Jdbc.execute(session, "INSERT INTO parent (id, v) VALUES (500, 3)");
            assertThat(insertId(session)).isEqualTo("0");
            assertThat(insertId(other)).isEqualTo("101");
        }
    }

    @Test
    void anExplicitIdKeepsTheOneBefore() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        Jdbc.execute(session, "INSERT INTO parent (id, v) VALUES (500, 3)");
        assertThat(insertId(session)).isEqualTo("101");
        Jdbc.execute(session, "INSERT INTO parent (id, v) VALUES (501, 4)");
        assertThat(insertId(session)).isEqualTo("101");
    }

    @Test
    void anUpdateOnDuplicateKeyMayGiveIt() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (100) ON DUPLICATE KEY UPDATE id = LAST_INSERT_ID(id)");
        assertThat(insertId(session)).isEqualTo("100");
    }

    @Test
    void aCounterGivesIt() throws SQLException {
        Jdbc.execute(session, "UPDATE parent SET v = LAST_INSERT_ID(v + 1) WHERE id = 100");
        assertThat(insertId(session)).isEqualTo("101");
        assertThat(single(session, "SELECT LAST_INSERT_ID(7)")).isEqualTo("7");
        assertThat(insertId(session)).isEqualTo("7");
    }

    @Test
    void zeroIsAnIdThatIsGiven() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        assertThat(single(session, "SELECT LAST_INSERT_ID(0)")).isEqualTo("0");
        assertThat(insertId(session)).isEqualTo("0");
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (2)");
        assertThat(insertId(session)).isEqualTo("102");
        try (Connection other = connect("legacy")) {
            Jdbc.execute(other, "INSERT INTO parent (v) VALUES (3)");
            Jdbc.execute(session, "UPDATE parent SET v = LAST_INSERT_ID(0) WHERE id = 100");
            assertThat(insertId(session)).isEqualTo("0");
            assertThat(insertId(other)).isEqualTo("103");
        }
    }

    @Test
    void rowCountAndWarningsOfAnInsertAreStillThere() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1), (2)");
        assertThat(single(session, "SELECT ROW_COUNT()")).isEqualTo("2");
        Jdbc.execute(session, "INSERT IGNORE INTO parent (v) VALUES (3), (3)");
        assertThat(single(session, "SHOW WARNINGS")).isEqualTo("Warning");
    }

    @Test
    void rowCountAndTheIdTogetherAreAskedWhereTheInsertRan() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        assertThat(single(session, "SELECT id FROM parent WHERE ROW_COUNT() = 1 AND id = LAST_INSERT_ID()"))
                .isEqualTo("101");
    }

    @Test
    void oneTextOfSeveralStatementsUsesItsOwnInsert() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (2); INSERT INTO child VALUES (LAST_INSERT_ID(), 5)");
        assertThat(single(session, "SELECT parent FROM child")).isEqualTo("102");
        assertThat(insertId(session)).isEqualTo("102");
    }

    @Test
    void oneTextOfSeveralStatementsHasTheIdBeforeIfItsInsertMakesNone() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        String several = "INSERT INTO parent (id, v) VALUES (500, 3); INSERT INTO child VALUES (LAST_INSERT_ID(), 5)";
        try (Connection other = connect("legacy")) {
            Jdbc.execute(other, "INSERT INTO parent (v) VALUES (2)");
            Jdbc.execute(session, several);
            assertThat(single(session, "SELECT parent FROM child")).isEqualTo("101");
            assertThat(insertId(session)).isEqualTo("101");
            assertThat(insertId(other)).isEqualTo("102");
        }
    }

    @Test
    void aProcedureHasTheIdOfItsSession() throws SQLException {
        Jdbc.execute(session, "CREATE OR REPLACE PROCEDURE remember() INSERT INTO child VALUES (LAST_INSERT_ID(), 5)");
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        try (Connection other = connect("legacy")) {
            Jdbc.execute(other, "INSERT INTO parent (v) VALUES (2)");
            Jdbc.execute(session, "CALL remember()");
            assertThat(single(session, "SELECT parent FROM child")).isEqualTo("101");
            assertThat(insertId(session)).isEqualTo("101");
        }
    }

    @Test
    void aComposedIdFollowsAServersAndTheOtherWayRound() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        Jdbc.execute(session, "INSERT INTO pinterest.pins (data) VALUES ('{}')");
        String composed = insertId(session);
        assertThat(Long.parseLong(composed) >>> 36 & 0x3FF).isEqualTo(1);
        assertThat(single(session, "SELECT data FROM pinterest.pins WHERE id = LAST_INSERT_ID()"))
                .isEqualTo("{}");
        Jdbc.execute(session, "INSERT INTO parent (id, v) VALUES (500, 3)");
        assertThat(insertId(session)).isEqualTo(composed);
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (4)");
        assertThat(insertId(session)).isEqualTo("501");
    }

    @Test
    void anInsertThatReturnsRowsGivesItToo() throws SQLException {
        try (Connection other = connect("legacy")) {
            assertThat(single(session, "INSERT INTO parent (v) VALUES (1), (2) RETURNING id"))
                    .isEqualTo("101");
            Jdbc.execute(other, "INSERT INTO parent (v) VALUES (3)");
            assertThat(insertId(session)).isEqualTo("101");
            assertThat(insertId(other)).isEqualTo("103");
        }
    }

    @Test
    void aGlobalIdIsReturned() throws SQLException {
        String pin = single(session, "INSERT INTO pinterest.pins (data) VALUES ('{}') RETURNING id, data");
        assertThat(Long.parseLong(pin) >>> 36 & 0x3FF).isEqualTo(1);
        assertThat(insertId(session)).isEqualTo(pin);
        try (PreparedStatement statement =
                session.prepareStatement("INSERT INTO pinterest.pins (data) VALUES (?) RETURNING id")) {
            statement.setString(1, "{\"board_id\": " + pin + "}");
            assertThat(statement.execute()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isGreaterThan(Long.parseLong(pin));
                assertThat(insertId(session)).isEqualTo(rows.getString(1));
                Jdbc.execute(session, "DELETE FROM pinterest.pins WHERE id = " + rows.getString(1));
            }
        }
        assertThat(single(session, "DELETE FROM pinterest.pins WHERE id = " + pin + " RETURNING id"))
                .isEqualTo(pin);
    }

    @Test
    void aGlobalIdThatIsReturnedInATransactionIsRememberedThere() throws SQLException {
        session.setAutoCommit(false);
        String pin = single(session, "INSERT INTO pinterest.pins (data) VALUES ('{}') RETURNING id");
        assertThat(single(session, "SELECT id FROM pinterest.pins WHERE id = LAST_INSERT_ID()"))
                .isEqualTo(pin);
        session.rollback();
        assertThat(insertId(session)).isEqualTo(pin);
        session.setAutoCommit(true);
        long given = RealCluster.SHARD_5 | 1L << 36 | 999_999;
        assertThat(single(session, "INSERT INTO pinterest.pins (id, data) VALUES (" + given + ", '{}') RETURNING id"))
                .isEqualTo(Long.toString(given));
        assertThat(insertId(session)).isEqualTo(pin);
        Jdbc.execute(session, "DELETE FROM pinterest.pins WHERE id = " + given);
    }

    @Test
    void anExplicitGlobalIdKeepsTheOneBefore() throws SQLException {
        Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1)");
        long pin = RealCluster.SHARD_5 | 1L << 36 | 999_999;
        Jdbc.execute(session, "REPLACE INTO pinterest.pins (id, data) VALUES (" + pin + ", '{}')");
        assertThat(insertId(session)).isEqualTo("101");
        Jdbc.execute(session, "DELETE FROM pinterest.pins WHERE id = " + pin);
    }

    @Test
    void aShardsLocalIdIsTheAnswerToItsPhysicalName() throws SQLException {
        Jdbc.execute(session, "INSERT INTO db00002.boards (data) VALUES ('{}')");
        String local = insertId(session);
        assertThat(single(session, "SELECT data FROM db00002.boards WHERE local_id = LAST_INSERT_ID()"))
                .isEqualTo("{}");
        assertThat(Long.parseLong(local)).isLessThan(1L << 36);
        Jdbc.execute(session, "DELETE FROM db00002.boards WHERE local_id = " + local);
    }

    @Test
    void aFailedInsertLeavesNoIdToOthers() throws SQLException {
        assertThatThrownBy(() -> Jdbc.execute(session, "INSERT INTO parent (v) VALUES (1), (100)"))
                .hasMessageContaining("Duplicate entry");
        try (Connection other = connect("legacy")) {
            Jdbc.execute(other, "INSERT INTO parent (id, v) VALUES (500, 3)");
            assertThat(insertId(other)).isEqualTo("0");
        }
    }

    private static String insertId(Connection connection) throws SQLException {
        return single(connection, "SELECT LAST_INSERT_ID()");
    }

    private static String single(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Connector/J would refuse to ask a query that begins with INSERT.
            assertThat(statement.execute(sql)).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                assertThat(rows.next()).isTrue();
                return rows.getString(1);
            }
        }
    }

    private static Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/" + database
                        + "?allowPublicKeyRetrieval=true&sslMode=DISABLED&allowMultiQueries=true&connectTimeout=5000"
                        + "&socketTimeout=20000",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
