package io.pinion.integration.protocol;

import static io.pinion.integration.testing.SharedDemo.ask;
import static io.pinion.integration.testing.SharedDemo.connect;
import static io.pinion.integration.testing.SharedDemo.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.ByteSize;
import io.pinion.config.settings.LimitSettings;
import io.pinion.config.settings.Settings;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What clients send wrong, against real servers: a clear error of MySQL's own kind or a clean end, and the next statement
 * works. After each test nothing of it is left: no session, no busy connection.
 */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class BadInputIT {
    private static final long PIN = 241294492511762325L;
    private static final int LIMIT_BYTES = 1024 * 1024;
    private static final Duration LOGIN = Duration.ofSeconds(5);
    private static final long LITTLE_BYTES = 8L << 20;
    private static final int COM_QUIT = 1;
    private static final int COM_QUERY = 3;
    private static final int COM_PING = 14;
    private static final int COM_STMT_SEND_LONG_DATA = 24;
    private static final int COM_STMT_CLOSE = 25;

    private static SharedDemo demo;
    private static RunningProxy proxy;

    @BeforeAll
    static void start(SharedDemo shared) throws Exception {
        demo = shared;
        proxy = demo.startProxy(BadInputIT::strict);
        demo.first()
                .execute(
                        "CREATE TABLE legacy.big (n INT PRIMARY KEY, data LONGTEXT)",
                        "INSERT INTO legacy.big SELECT seq, REPEAT('x', 100000) FROM legacy.seq_1_to_500");
    }

    private static Settings strict(Settings usual) {
        return new Settings(
                usual.dataDirectory(),
                RecordCopy.of(usual.listener(), Map.of("loginTimeout", LOGIN)),
                usual.topology(),
                usual.zookeeper(),
                usual.eventLoops(),
                usual.pool(),
                RecordCopy.of(
                        LimitSettings.DEFAULT,
                        Map.of("maxAllowedPacket", new ByteSize(LIMIT_BYTES), "maxSessions", 1000)),
                usual.scatter(),
                usual.pairs(),
                usual.exports(),
                usual.http(),
                usual.log());
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        demo.first().execute("DROP TABLE legacy.big");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        try (Connection admin = connect(proxy, "", "admin")) {
            Conditions.await(() -> number(admin, "SHOW SESSIONS") == 1);
            Conditions.await(() -> busy(admin) == 0);
        }
    }

    /** A statement and the beginning of its error, all of it where it is Pinion's own. */
    record Wrong(String sql, int code, String state, String message) {
        @Override
        public String toString() {
            return sql;
        }
    }

    static List<Wrong> wrongStatements() {
        return List.of(
                new Wrong("SELEC 1", 1064, "42000", "You have an error in your SQL syntax; check the manual"),
                new Wrong("SELECT FROM WHERE", 1064, "42000", "You have an error in your SQL syntax; check the manual"),
                new Wrong(
                        "SELECT * FROM pinterest.nosuch WHERE id = " + PIN,
                        1146,
                        "42S02",
                        "Table 'pinterest.nosuch' doesn't exist"),
                new Wrong(
                        "SELECT nosuch FROM pinterest.pins WHERE id = " + PIN,
                        1054,
                        "42S22",
                        "Unknown column 'nosuch' in"),
                new Wrong("SELECT data FROM nosuch.pins", 1146, "42S02", "Table 'nosuch.pins' doesn't exist"),
                new Wrong(
                        "SELECT data FROM pinterest.pins WHERE id = 4925812092436480000",
                        1105,
                        "HY000",
                        "4925812092436480000 is no id: it has a reserved bit set: ids are below 2^62"),
                new Wrong(
                        "SELECT data FROM pinterest.pins WHERE id = 4852980510939150229",
                        1105,
                        "HY000",
                        "4852980510939150229 is no id: it has a reserved bit set: ids are below 2^62"),
                new Wrong(
                        "SELECT data FROM pinterest.pins WHERE id = -5",
                        1105,
                        "HY000",
                        "-5 is no id: ids are never negative"),
                new Wrong(
                        "SELECT data FROM pinterest.pins WHERE id = 351843789607796743",
                        1105,
                        "HY000",
                        "id 351843789607796743 is on shard 5000 of pinterest, which is not open: no range of the topology holds it"),
                new Wrong(
                        "SELECT data FROM db05000.pins WHERE local_id = 7",
                        1105,
                        "HY000",
                        "shard 5000 of pinterest is not open: no range of the topology holds it (SHOW SHARDS FROM pinterest lists them)"),
                new Wrong(
                        "SELECT data, RANK() OVER (ORDER BY ts) FROM pinterest.pins WHERE id IN (" + PIN
                                + ", 68719476737) FOR UPDATE",
                        1235,
                        "42000",
                        "this statement needs several shards of pinterest (0, 3429), and a window function needs the rows of all of them"),
                new Wrong(
                        "SELECT data FROM pinterest.pins GROUP BY data HAVING COUNT(*) > 1 FOR UPDATE",
                        1235,
                        "42000",
                        "nothing in this statement says which shard of pinterest has the rows of pins, so it needs all of them, and HAVING filters groups whose rows are on several of them: add pins.id = … (a constant), or a hint (/* pinion: shard=… */)"),
                new Wrong(
                        "DELETE FROM pinterest.pins WHERE data = '' LIMIT 5 RETURNING id",
                        1235,
                        "42000",
                        "nothing in this statement says which shard of pinterest has the rows of pins, so it needs all of them, and RETURNING answers with rows that are found and changed in two steps: SELECT … FOR UPDATE them first: add pins.id = … (a constant), or a hint (/* pinion: shard=… */)"),
                new Wrong(
                        "/* pinion: shard=5000 */ SELECT data FROM pinterest.pins",
                        1105,
                        "HY000",
                        "shard 5000 of pinterest is not open: no range of the topology holds it (SHOW SHARDS FROM pinterest lists them)"),
                new Wrong(
                        "/* pinion: shard=x */ SELECT data FROM pinterest.pins",
                        1105,
                        "HY000",
                        "Pinion can't read the hint: the hint's shard is not a number from 0 to 65535; a hint is /* pinion: shard=NUMBER */ or /* pinion: shard_of=ID */"),
                new Wrong(
                        "SELECT data FROM lookup.ip_data WHERE ip = 1.5",
                        1105,
                        "HY000",
                        "1.5 is no key of ip_data: ip is text, which MySQL compares with a number as numbers, so that rows of any"
                                + " shard could match: write the key in quotes"),
                new Wrong(
                        "SELECT data FROM lookup.ip_data ORDER BY RAND() FOR UPDATE",
                        1235,
                        "42000",
                        "nothing in this statement says which shard of lookup has the rows of ip_data, so it needs all of them, and each would draw other random values: add ip_data.ip = … (a constant), or a hint (/* pinion: shard=… */)"),
                new Wrong(
                        "INSERT INTO lookup.ip_data (data) VALUES ('x')",
                        1235,
                        "42000",
                        "a new row of ip_data needs a value for ip, which places it on its shard"),
                new Wrong("USE nosuch", 1049, "42000", "Unknown database 'nosuch'"),
                new Wrong("SET nosuch = 1", 1193, "HY000", "Unknown system variable 'nosuch'"),
                new Wrong("", 1065, "42000", "Query was empty"),
                new Wrong(
                        "SELECT 'unterminated",
                        1064,
                        "42000",
                        "You have an error in your SQL syntax: a string is not terminated"),
                new Wrong(
                        "SELECT /* unterminated",
                        1064,
                        "42000",
                        "You have an error in your SQL syntax: a comment is not terminated"));
    }

    @ParameterizedTest
    @MethodSource("wrongStatements")
    void aWrongStatementIsExplainedAndTheSessionGoesOn(Wrong wrong) {
        try (RawClient client = loggedIn()) {
            Answer answer = client.query(wrong.sql());

            assertThat(answer.errorCode()).isEqualTo(wrong.code());
            assertThat(answer.error()).startsWith('#' + wrong.state() + wrong.message());
            assertThat(client.query("SELECT data FROM pinterest.pins WHERE id = " + PIN)
                            .rows())
                    .hasSize(1);
        }
    }

    @Test
    void wrongLoginsAreDeniedInMySqlsWords() {
        assertThat(Failure.of(() -> connect(proxy, "legacy", "nobody")))
                .isEqualTo(new Failure(
                        1045, "28000", "Access denied for user 'nobody'@'127.0.0.1' (using password: YES)"));
        assertThat(Failure.of(() -> connect(proxy, "nosuch")))
                .isEqualTo(new Failure(1049, "42000", "Unknown database 'nosuch'"));
        assertThat(Failure.of(() -> connect(proxy, "db05000")))
                .isEqualTo(new Failure(
                        1105,
                        "HY000",
                        "shard 5000 of pinterest is not open: no range of the topology holds it"
                                + " (SHOW SHARDS FROM pinterest lists them)"));
    }

    @Test
    void halfALoginIsEndedAtItsDeadline() {
        try (RawClient silent = new RawClient(port());
                RawClient half = new RawClient(port())) {
            half.readPacket();
            half.sendRaw(new byte[] {50, 0, 0, 1, 5, 0});

            assertThat(silent.isClosedByProxy()).isTrue();
            assertThat(half.isClosedByProxy()).isTrue();
        }
    }

    /** Random bytes where a login, a command or the rest of one should be. The seed is fixed, so a failure repeats. */
    @Test
    void garbageEndsItsConnectionAndNothingElse() throws Exception {
        Random random = new Random(2015);
        try (Connection neighbour = connect(proxy, "pinterest")) {
            for (int i = 0; i < 60; i++) {
                byte[] garbage = new byte[1 + random.nextInt(400)];
                random.nextBytes(garbage);
                try (RawClient client = i % 2 == 0 ? new RawClient(port()) : loggedIn()) {
                    if (i % 3 == 0) {
                        client.sendPacket(i % 2, garbage);
                    } else {
                        client.sendRaw(garbage);
                    }
                    if (i % 5 == 0) {
                        client.shutdownOutput();
                        client.isClosedByProxy();
                    }
                } catch (UncheckedIOException closed) {
                    // The proxy was faster.
                }
            }
            assertThat(ask(neighbour, "SELECT data FROM pins WHERE id = " + PIN))
                    .isPresent();
        }
    }

    /** Every command that exists and many that don't, with nonsense behind them: none may hang. */
    @Test
    void everyCommandByteIsAnsweredOrEndsTheConnection() {
        for (int code = 0; code < 256; code++) {
            if (code == COM_STMT_CLOSE || code == COM_STMT_SEND_LONG_DATA) {
                // MySQL never answers these.
                continue;
            }
            try (RawClient client = loggedIn()) {
                client.sendPacket(0, new byte[] {(byte) code, 'x', 0, 'y'});
                if (code == COM_QUIT) {
                    assertThat(client.isClosedByProxy()).isTrue();
                } else {
                    assertThat(client.readPacket()).as("command %d", code).isNotEmpty();
                }
            } catch (UncheckedIOException closed) {
                assertThat(closed.getCause()).as("command %d", code).isNotInstanceOf(SocketTimeoutException.class);
            }
        }
    }

    @Test
    void packetsOutOfOrderAreToldAndEndTheConnection() {
        try (RawClient client = loggedIn()) {
            client.sendPacket(3, new byte[] {COM_PING});

            assertThat(client.readAnswer().errorCode()).isEqualTo(1156);
            assertThat(client.isClosedByProxy()).isTrue();
        }
    }

    @Test
    void aStatementBeyondTheLimitIsToldAndTheNextConnectionWorks() throws Exception {
        try (Connection client = connect(proxy, "legacy")) {
            String fits = "SELECT LENGTH('" + "x".repeat(LIMIT_BYTES - 100) + "') FROM big LIMIT 1";
            assertThat(ask(client, fits)).hasValue(Integer.toString(LIMIT_BYTES - 100));
        }
        try (RawClient client = loggedIn()) {
            byte[] tooMuch = ("SELECT '" + "x".repeat(LIMIT_BYTES) + "'").getBytes(StandardCharsets.US_ASCII);
            tooMuch[0] = COM_QUERY;
            client.sendPacket(0, tooMuch);
            Answer answer = client.readAnswer();

            assertThat(answer.errorCode()).isEqualTo(1153);
            assertThat(answer.error()).startsWith("#08S01");
        }
        try (Connection next = connect(proxy, "legacy")) {
            assertThat(ask(next, "SELECT COUNT(*) FROM big")).hasValue("500");
        }
    }

    /** 50 MB for a client that reads 1 KB now and then. */
    @Test
    void aSlowReaderCostsLittleMemoryAndDelaysNobody() throws Exception {
        try (RawClient slow = loggedIn();
                Connection other = connect(proxy, "pinterest")) {
            long before = direct();
            slow.sendQuery("SELECT data FROM legacy.big");
            for (int i = 0; i < 10; i++) {
                slow.readBytes(1024);
                assertThat(ask(other, "SELECT data FROM pins WHERE id = " + PIN))
                        .isPresent();
            }
            assertThat(direct() - before).isLessThan(LITTLE_BYTES);
            slow.readBytes(20 << 20);
            assertThat(direct() - before).isLessThan(LITTLE_BYTES);
        }
    }

    @Test
    void aClientThatGoesInTheMiddleOfAnAnswerLeavesNothing() throws Exception {
        for (int i = 0; i < 5; i++) {
            try (RawClient leaving = loggedIn()) {
                leaving.sendQuery("SELECT data FROM legacy.big");
                leaving.readBytes(100_000 * i + 1);
            }
        }
        try (Connection next = connect(proxy, "legacy")) {
            assertThat(ask(next, "SELECT COUNT(*) FROM big")).hasValue("500");
        }
    }

    @Test
    void aClientThatGoesInATransactionIsRolledBackAndItsLocksAreFree() throws Exception {
        Connection leaving = connect(proxy, "legacy");
        leaving.setAutoCommit(false);
        update(leaving, "UPDATE big SET data = 'gone' WHERE n = 1");
        leaving.abort(Runnable::run);

        try (Connection next = connect(proxy, "legacy")) {
            assertThat(ask(next, "SELECT LENGTH(data) FROM big WHERE n = 1 FOR UPDATE"))
                    .hasValue("100000");
        }
    }

    @Test
    void aClientThatGoesInTheMiddleOfItsStatementHasSentNone() throws Exception {
        try (RawClient leaving = loggedIn()) {
            byte[] half = "....\u0003DELETE FROM legacy.big".getBytes(StandardCharsets.US_ASCII);
            half[0] = (byte) (half.length + 100);
            half[1] = half[2] = half[3] = 0;
            leaving.sendRaw(half);
        }
        try (Connection next = connect(proxy, "legacy")) {
            assertThat(ask(next, "SELECT COUNT(*) FROM big")).hasValue("500");
        }
    }

    private static RawClient loggedIn() {
        RawClient client = new RawClient(port());
        Answer answer = client.login("app", "app", RawClient.CLASSIC, "");
        assertThat(answer.errorCode()).as(answer.error()).isZero();
        return client;
    }

    private static int port() {
        return proxy.address().getPort();
    }

    private static long direct() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    /** How many rows a list has. */
    private static int number(Connection connection, String sql) {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static int busy(Connection admin) {
        try (var statement = admin.createStatement();
                var rows = statement.executeQuery("SHOW POOLS")) {
            int busy = 0;
            while (rows.next()) {
                busy += rows.getInt("busy");
            }
            return busy;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
