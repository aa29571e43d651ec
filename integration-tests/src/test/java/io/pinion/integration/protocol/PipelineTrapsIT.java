package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RawStatement;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands sent back to back, and errors in transactions: what servers were measured to do, through one connection. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class PipelineTrapsIT {
    private static final int COM_INIT_DB = 2;
    private static final int COM_QUERY = 3;
    private static final int COM_PING = 14;
    private static final int OUT_OF_ORDER = 1156;
    private static final int UNKNOWN_HANDLER = 1243;
    private static final int LAST_PREPARED = -1;

    private final RealServer server;
    private TestProxy proxy;
    private RawClient client;

    PipelineTrapsIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.piped",
                "CREATE TABLE legacy.piped (id INT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO legacy.piped VALUES (1, 10), (2, 20)");
        proxy = server.proxy()
                .loops(1)
                .maxConnections(2)
                .poolLimits(new PoolLimits(3_000, 10, 60_000, 3_000, 16, 0))
                .start();
        client = loggedIn();
    }

    @AfterEach
    void stop() throws SQLException {
        client.close();
        proxy.close();
        server.execute("DROP TABLE legacy.piped");
    }

    @Test
    void whatFollowsAFailedUseRunsInTheOldDatabase() {
        send(command(COM_INIT_DB, "nosuch_database"), command(COM_QUERY, "INSERT INTO piped VALUES (3, 30)"));

        assertThat(client.readAnswer().errorCode()).isEqualTo(1049);
        assertThat(client.readAnswer().affected()).isEqualTo(1);
        assertThat(client.query("SELECT n FROM legacy.piped WHERE id = 3").rows())
                .containsExactly("30");
    }

    @Test
    void whatFollowsAFailedSetRunsWithTheOldSettings() {
        client.query("SET sql_mode = 'ANSI_QUOTES'");
        send(
                command(COM_QUERY, "SET sql_mode = 'nonsense'"),
                command(COM_QUERY, "SELECT \"n\" FROM piped WHERE id = 1"));

        assertThat(client.readAnswer().errorCode()).isEqualTo(1231);
        assertThat(client.readAnswer().rows()).containsExactly("10");
    }

    @Test
    void anErrorInOneTextEndsIt() {
        Answer first = client.query("INSERT INTO piped VALUES (1, 0); INSERT INTO piped VALUES (4, 40)");

        assertThat(first.errorCode()).isEqualTo(1062);
        assertThat(client.query("SELECT COUNT(*) FROM piped").rows()).containsExactly("2");
    }

    @Test
    void thousandsOfCommandsAreAnsweredInOrder() {
        int commands = 3_000;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < commands; i++) {
            all.writeBytes(
                    switch (i % 3) {
                        case 0 -> command(COM_QUERY, "SELECT " + i + " FROM piped WHERE id = 1");
                        case 1 -> command(COM_PING, "");
                        default -> command(COM_QUERY, "DO " + i);
                    });
        }
        Thread sender = Thread.ofVirtual().start(() -> client.sendRaw(all.toByteArray()));
        for (int i = 0; i < commands; i++) {
            Answer answer = client.readAnswer();
            assertThat(answer.errorCode()).isZero();
            if (i % 3 == 0) {
                assertThat(answer.rows()).containsExactly(String.valueOf(i));
            }
        }
        assertThat(sender).satisfies(Thread::join);
    }

    /** MariaDB's connectors and others guess the number: it is the next one, or -1 for the last. */
    @Test
    void aStatementIsExecutedBeforeItsPreparationIsAnswered() {
        int last = RawStatement.prepare(client, "SELECT 1").id();
        send(
                framed(RawStatement.preparation("SELECT n FROM piped WHERE id = 2")),
                framed(new RawStatement(client, last + 1).execution()),
                framed(new RawStatement(client, LAST_PREPARED).execution()));

        assertThat(RawStatement.read(client)).isEqualTo(new RawStatement(client, last + 1));
        assertThat(client.readAnswer().rows()).hasSize(1);
        assertThat(client.readAnswer().rows()).hasSize(1);
    }

    @Test
    void anExecutionBehindAFailedPreparationIsAHarmlessError() {
        int last = RawStatement.prepare(client, "SELECT 1").id();
        send(
                framed(RawStatement.preparation("SELECT nosuch FROM piped")),
                framed(new RawStatement(client, last + 1).execution()),
                command(COM_QUERY, "SELECT n FROM piped WHERE id = 1"));

        assertThat(RawStatement.read(client)).isNull();
        assertThat(client.readAnswer().errorCode()).isEqualTo(UNKNOWN_HANDLER);
        assertThat(client.readAnswer().rows()).containsExactly("10");
    }

    @Test
    void aCommandBehindARequestForAFileEndsTheConnection() {
        RawClient loading = new RawClient(proxy.port());
        try (loading) {
            loading.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC | 1 << 7, RealServer.KEYSPACE);
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(command(COM_QUERY, "LOAD DATA LOCAL INFILE 'x' INTO TABLE piped"));
            both.writeBytes(command(COM_PING, ""));
            loading.sendRaw(both.toByteArray());

            assertThat(loading.readPacket()[0]).isEqualTo((byte) 0xFB);
            assertThat(loading.readAnswer().errorCode()).isEqualTo(OUT_OF_ORDER);
            assertThat(loading.isClosedByProxy()).isTrue();
        }
        Conditions.await(() -> client.query("SELECT COUNT(*) FROM piped").errorCode() == 0);
    }

    /** On MySQL it is over with its error; on MariaDB a BEGIN lives on, and the next statement is in a transaction again. */
    @ParameterizedTest
    @ValueSource(strings = {"DO 0", "SELECT 1", "SHOW WARNINGS", "SELECT n FROM nowhere"})
    void aDeadlockRollsItsVictimBackAndNobodyElseIsInItsTransaction(String afterwards) {
        try (RawClient other = loggedIn()) {
            client.query("BEGIN");
            other.query("BEGIN");
            client.query("UPDATE piped SET n = 11 WHERE id = 1");
            other.query("UPDATE piped SET n = 21 WHERE id = 2");
            other.query("INSERT INTO piped VALUES (100, 1), (101, 1), (102, 1)");
            client.sendQuery("UPDATE piped SET n = 12 WHERE id = 2");
            Conditions.await(() -> lockWaits() > 0);
            // The smaller transaction is the victim.
            assertThat(other.query("UPDATE piped SET n = 22 WHERE id = 1").errorCode())
                    .isZero();
            assertThat(client.readAnswer().errorCode()).isEqualTo(1213);
            client.query(afterwards);

            assertThat(other.query("COMMIT").inTransaction()).isFalse();
            // Two connections are all there are: with the victim's these writes go over both.
            try (RawClient third = loggedIn()) {
                for (int id = 200; id < 210; id++) {
                    assertThat(other.query("INSERT INTO piped VALUES (" + id + ", 1)")
                                    .inTransaction())
                            .isFalse();
                    assertThat(third.query("INSERT INTO piped VALUES (" + (100 + id) + ", 1)")
                                    .inTransaction())
                            .isFalse();
                }
            }
            Answer next = client.query("SELECT n FROM piped WHERE id = 1");
            assertThat(next.inTransaction()).isEqualTo(!server.isMySql());
            assertThat(next.rows()).containsExactly("22");
            client.query("INSERT INTO piped VALUES (7, 70)");
            client.query("ROLLBACK");
            assertThat(client.query("SELECT COUNT(*) FROM piped WHERE id = 7").rows())
                    .containsExactly(server.isMySql() ? "1" : "0");
            assertThat(other.query("SELECT COUNT(*) FROM piped WHERE id >= 200").rows())
                    .containsExactly("20");
        }
    }

    @Test
    void aLockThatIsWaitedForTooLongLeavesTheTransactionOpen() {
        client.query("SET innodb_lock_wait_timeout = 1");
        try (RawClient other = loggedIn()) {
            other.query("BEGIN");
            other.query("UPDATE piped SET n = 21 WHERE id = 2");
            client.query("BEGIN");
            client.query("UPDATE piped SET n = 11 WHERE id = 1");
            assertThat(client.query("UPDATE piped SET n = 12 WHERE id = 2").errorCode())
                    .isEqualTo(1205);
            other.query("ROLLBACK");

            assertThat(client.query("SELECT 1").inTransaction()).isTrue();
            assertThat(client.query("COMMIT").errorCode()).isZero();
            assertThat(client.query("SELECT n FROM piped WHERE id = 1").rows()).containsExactly("11");
        }
    }

    @Test
    void definingATableCommitsEvenWhenItFails() {
        client.query("BEGIN");
        client.query("INSERT INTO piped VALUES (5, 50)");
        assertThat(client.query("CREATE TABLE piped (a INT)").errorCode()).isEqualTo(1050);

        assertThat(client.query("SELECT 1 FROM piped WHERE id = 5").inTransaction())
                .isFalse();
        client.query("ROLLBACK");
        assertThat(client.query("SELECT n FROM piped WHERE id = 5").rows()).containsExactly("50");
    }

    @Test
    void aDuplicateKeyLeavesTheTransactionOpen() {
        client.query("BEGIN");
        client.query("INSERT INTO piped VALUES (6, 60)");
        assertThat(client.query("INSERT INTO piped VALUES (1, 0)").errorCode()).isEqualTo(1062);

        assertThat(client.query("SELECT n FROM piped WHERE id = 6").inTransaction())
                .isTrue();
        client.query("ROLLBACK");
        assertThat(client.query("SELECT COUNT(*) FROM piped").rows()).containsExactly("2");
    }

    private long lockWaits() {
        try (var root = server.root();
                var statement = root.createStatement();
                var rows = statement.executeQuery("SELECT COUNT(*) FROM information_schema.processlist"
                        + " WHERE info LIKE 'UPDATE piped SET n = 12%'")) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private RawClient loggedIn() {
        RawClient fresh = new RawClient(proxy.port());
        assertThat(fresh.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, RealServer.KEYSPACE)
                        .errorCode())
                .isZero();
        return fresh;
    }

    /** All in one write. */
    private void send(byte[]... commands) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] command : commands) {
            all.writeBytes(command);
        }
        client.sendRaw(all.toByteArray());
    }

    private static byte[] command(int code, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[bytes.length + 1];
        payload[0] = (byte) code;
        System.arraycopy(bytes, 0, payload, 1, bytes.length);
        return framed(payload);
    }

    private static byte[] framed(byte[] payload) {
        byte[] packet = new byte[payload.length + 4];
        packet[0] = (byte) payload.length;
        packet[1] = (byte) (payload.length >> 8);
        packet[2] = (byte) (payload.length >> 16);
        System.arraycopy(payload, 0, packet, 4, payload.length);
        return packet;
    }
}
