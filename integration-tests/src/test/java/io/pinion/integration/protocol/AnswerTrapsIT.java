package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RawStatement;
import io.pinion.integration.testing.RealServer;
import io.pinion.protocol.frame.Expecting;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.TestProxy;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Answers whose end is easily mistaken, as servers were measured to send them: behind each, another session finds its own
 * answer on the one connection that there is.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class AnswerTrapsIT {
    private static final int PHYSICAL_BYTES = 0xFFFFFF;
    private static final int COLUMN_HEADER_BYTES = 4;
    private static final int CURSOR_EXISTS = 0x40;
    private static final int LAST_ROW_SENT = 0x80;
    private static final int NO_OPEN_CURSOR = 1421;

    private final RealServer server;
    private TestProxy proxy;
    private RawClient client;
    private RawClient next;

    AnswerTrapsIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.trap",
                "CREATE TABLE legacy.trap (id INT PRIMARY KEY, n INT)",
                "INSERT INTO legacy.trap VALUES (1, 1), (2, 2), (3, 3), (4, 4)",
                "DROP PROCEDURE IF EXISTS legacy.out_of",
                "CREATE PROCEDURE legacy.out_of(IN a INT, OUT b INT) SET b = a + 1",
                "DROP PROCEDURE IF EXISTS legacy.several",
                "CREATE PROCEDURE legacy.several() BEGIN SELECT 1; SELECT 2; INSERT INTO legacy.trap VALUES (9, 9); END",
                "DROP PROCEDURE IF EXISTS legacy.by_cursor",
                "CREATE PROCEDURE legacy.by_cursor() BEGIN DECLARE found INT; DECLARE c CURSOR FOR SELECT id FROM legacy.trap"
                        + " ORDER BY id; OPEN c; FETCH c INTO found; SELECT found; FETCH c INTO found; SELECT found;"
                        + " CLOSE c; END");
        proxy = server.proxy().loops(1).maxConnections(1).start();
        client = loggedIn(RawClient.CLASSIC);
        next = loggedIn(RawClient.CLASSIC);
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        assertThat(next.query("SELECT 'own'").rows()).containsExactly("own");
        next.close();
        proxy.close();
        server.execute(
                "DROP TABLE legacy.trap",
                "DROP PROCEDURE legacy.out_of",
                "DROP PROCEDURE legacy.several",
                "DROP PROCEDURE legacy.by_cursor");
    }

    /** A row as long as a packet can be is followed by an empty packet; a longer one goes on in bytes that look like ends. */
    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 5, 400_000})
    void aRowAboutAsLongAsAPacket(int beyond) {
        int length = PHYSICAL_BYTES - COLUMN_HEADER_BYTES + beyond;
        client.sendQuery("SELECT REPEAT(X'FE', " + length + ")");
        for (int i = 0; i < 3; i++) {
            client.readPacket();
        }
        // The length of a column beyond 16 MB takes nine bytes.
        int header = length > PHYSICAL_BYTES ? 9 : COLUMN_HEADER_BYTES;
        int row = header + length;
        byte[] first = client.readPacket();
        assertThat(first).hasSize(Math.min(row, PHYSICAL_BYTES));
        if (row >= PHYSICAL_BYTES) {
            assertThat(client.readPacket()).hasSize(row - PHYSICAL_BYTES);
        }
        assertThat(client.readPacket()).hasSize(5);
    }

    @Test
    void sequenceIdsWrap() {
        client.sendQuery(
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 900) SELECT n FROM r");
        int packets = 0;
        for (int rows = 0; rows < 900 + 4; rows++) {
            client.readPacket();
            packets++;
            assertThat(client.lastSequence()).isEqualTo(packets & 0xFF);
        }
        assertThat(client.query("SELECT 'alive'").rows()).containsExactly("alive");
    }

    @Test
    void anErrorBehindRowsEndsTheAnswer() {
        Answer answer = client.query("SELECT n, (SELECT x.n FROM trap x WHERE x.id >= 4 - t.n) FROM trap t; SELECT 2");

        assertThat(answer.errorCode()).isEqualTo(1242);
        assertThat(client.query("SELECT 'alive'").rows()).containsExactly("alive");
    }

    /** MySQL 9.7 leaves MORE_RESULTS out of the end of the parameters' row, and still sends an OK behind it. */
    @ParameterizedTest
    @ValueSource(ints = {RawClient.CLASSIC, RawClient.CLASSIC | RawClient.DEPRECATE_EOF})
    void outParametersOfAPreparedCall(int capabilities) {
        boolean classic = (capabilities & RawClient.DEPRECATE_EOF) == 0;
        try (RawClient calling = loggedIn(capabilities)) {
            calling.sendPacket(0, RawStatement.preparation("CALL out_of(?, ?)"));
            byte[] prepared = calling.readPacket();
            assertThat(prepared[0]).isZero();
            for (int i = 0; i < (classic ? 3 : 2); i++) {
                calling.readPacket();
            }
            byte[] values = {0, 1, 3, 0, 3, 0, 41, 0, 0, 0, 0, 0, 0, 0};
            calling.sendPacket(0, new RawStatement(calling, prepared[1]).execution(values));
            assertThat(calling.readPacket()).containsExactly(1);
            for (int i = 0; i < (classic ? 2 : 1); i++) {
                calling.readPacket();
            }
            byte[] row = calling.readPacket();
            assertThat(row[2]).isEqualTo((byte) 42);
            assertThat(calling.readPacket()[0]).isEqualTo((byte) 0xFE);
            assertThat(calling.readPacket()[0]).isZero();
            assertThat(calling.query("SELECT 'alive'").rows()).containsExactly("alive");
        }
    }

    @Test
    void aProcedureWithSeveralResults() {
        client.sendQuery("CALL several()");
        assertThat(client.readAnswer().rows()).containsExactly("1");
        assertThat(client.readAnswer().rows()).containsExactly("2");
        assertThat(client.readAnswer().affected()).isEqualTo(1);
        assertThat(client.query("SELECT COUNT(*) FROM trap").rows()).containsExactly("5");
    }

    /** MariaDB's answers that have rows say there that a cursor is open. */
    @ParameterizedTest
    @ValueSource(ints = {RawClient.CLASSIC, RawClient.CLASSIC | RawClient.DEPRECATE_EOF})
    void rowsBehindACursorOfStoredCode(int capabilities) {
        try (RawClient calling = loggedIn(capabilities)) {
            for (String call : List.of("CALL by_cursor()", "CALL by_cursor()", "SELECT 'alive'")) {
                calling.sendQuery(call);
                if (call.startsWith("CALL")) {
                    assertThat(calling.readAnswer().rows()).containsExactly("1");
                    assertThat(calling.readAnswer().rows()).containsExactly("2");
                }
                assertThat(calling.readAnswer().errorCode()).isZero();
            }
            RawStatement prepared = RawStatement.prepare(calling, "CALL by_cursor()");
            calling.exchange(prepared.execution(), Expecting.RESULTS);
            assertThat(calling.query("SELECT 'alive'").rows()).containsExactly("alive");
        }
    }

    @Test
    void aDatabaseThatIsDroppedIsNotTheSessionsWhereAnotherOneIs() {
        assertThat(client.query("CREATE DATABASE other_than_legacy").errorCode())
                .isZero();
        for (String drop : List.of("DROP DATABASE other_than_legacy", "DROP DATABASE IF EXISTS nosuchdatabase")) {
            assertThat(client.query("SHOW TABLES LIKE 'trap'").rows()).containsExactly("trap");
            assertThat(client.query(drop).errorCode()).isZero();
            assertThat(client.query("SELECT DATABASE()").rows()).containsExactly("legacy");
            assertThat(client.query("SELECT COUNT(*) FROM trap").rows()).containsExactly("4");
        }
    }

    /** Nobody is told "last row" when the count comes out even: only the next fetch says so. */
    @Test
    void aCursorThatComesOutEven() {
        RawStatement select = RawStatement.prepare(client, "SELECT n FROM trap ORDER BY id");
        assertThat(select.open() & CURSOR_EXISTS).isNotZero();
        assertThat(select.fetch(2)[0]).isEqualTo(2);
        int[] even = select.fetch(2);
        assertThat(even[0]).isEqualTo(2);
        assertThat(even[1] & LAST_ROW_SENT).isZero();
        int[] end = select.fetch(2);
        assertThat(end[0]).isZero();
        assertThat(end[1] & LAST_ROW_SENT).isNotZero();
        assertThat(select.fetch(2)[0]).isEqualTo(-NO_OPEN_CURSOR);
    }

    /** The columns that a preparation announces are no promise. */
    @Test
    void aTableThatGetsAColumnBetweenTwoExecutions() throws SQLException {
        RawStatement select = RawStatement.prepare(client, "SELECT * FROM trap WHERE id = 1");
        client.sendPacket(0, select.execution());
        assertThat(client.readPacket()).containsExactly(2);
        for (int i = 0; i < 2 + 3; i++) {
            client.readPacket();
        }
        server.execute("ALTER TABLE legacy.trap ADD COLUMN c INT");

        client.sendPacket(0, select.execution());
        assertThat(client.readPacket()).containsExactly(3);
        for (int i = 0; i < 3 + 3; i++) {
            client.readPacket();
        }
        assertThat(client.query("SELECT 'alive'").rows()).containsExactly("alive");
    }

    @Test
    void emptyTextsAndComments() {
        assertThat(client.query("").errorCode()).isEqualTo(1065);
        assertThat(client.query(";").errorCode()).isEqualTo(1065);
        client.sendQuery("SELECT 1; -- x");
        assertThat(client.readAnswer().rows()).containsExactly("1");
    }

    /** Without MULTI_RESULTS a procedure that selects is an error, without MULTI_STATEMENTS a second statement. */
    @Test
    void whatTheClientHasNotAskedForIsRefused() {
        int neither = RawClient.CLASSIC & ~(1 << 16) & ~(1 << 17) & ~(1 << 18);
        try (RawClient old = loggedIn(neither)) {
            assertThat(old.query("SELECT 1; SELECT 2").errorCode()).isEqualTo(1064);
            assertThat(old.query("CALL several()").errorCode()).isEqualTo(1312);
            assertThat(old.query("SELECT 'alive'").rows()).containsExactly("alive");
        }
    }

    private RawClient loggedIn(int capabilities) {
        RawClient fresh = new RawClient(proxy.port());
        assertThat(fresh.login(TestProxy.USER, TestProxy.PASSWORD, capabilities, RealServer.KEYSPACE)
                        .errorCode())
                .isZero();
        return fresh;
    }
}
