package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.JdbcStatement;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.integration.testing.ServerConnections;
import io.pinion.integration.testing.Wire;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The server does what it was told, and its answer is lost with the connection: the client learns that it may have run,
 * nothing runs twice, and the session goes on. What had nothing under way notices nothing.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class LostConnectionIT {
    private static final String MAY_HAVE_RUN = "it may have run";
    private static final String OPTIONS = "&useServerPrepStmts=true&cachePrepStmts=false&allowMultiQueries=true"
            + "&allowLoadLocalInfile=true&useCursorFetch=true&readOnlyPropagatesToServer=false";
    private static final int LOST_WITH_TRANSACTION = 1053;

    private final RealServer server;
    private Wire wire;
    private TestProxy proxy;
    private Connection client;

    LostConnectionIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void connect() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.lost",
                "CREATE TABLE legacy.lost (id INT AUTO_INCREMENT PRIMARY KEY, n INT NOT NULL DEFAULT 0)",
                "DROP PROCEDURE IF EXISTS legacy.lose",
                "CREATE PROCEDURE legacy.lose() INSERT INTO legacy.lost (n) VALUES (1)");
        wire = new Wire(server);
        proxy = server.proxyThrough(wire)
                .loops(1)
                .maxConnections(2)
                .poolLimits(new PoolLimits(15_000, 10, 60_000, 15_000, 16, 0))
                .start();
        try (Connection before = RealServer.connect(proxy, OPTIONS);
                Statement statement = before.createStatement()) {
            statement.execute("CALL lose()");
        }
        client = RealServer.connect(proxy, OPTIONS);
        // What goes ahead of a statement is awaited the first time; from now on all goes out in one write.
        execute("START TRANSACTION");
        execute("DELETE FROM lost");
        execute("COMMIT");
        // One that is opened in reserve would be cut in its login, and whoever waits next would be told so.
        Conditions.await(() -> count(PoolSnapshot::opening) == 0);
    }

    @AfterEach
    void close() throws SQLException {
        client.close();
        proxy.close();
        wire.close();
        server.execute("DROP TABLE legacy.lost", "DROP PROCEDURE legacy.lose");
    }

    /** What a client does once. */
    private interface Work {
        void run() throws SQLException;
    }

    @Test
    void anInsertRunsOnce() throws SQLException {
        losesItsAnswer(() -> execute("INSERT INTO lost (n) VALUES (1)"));
    }

    @Test
    void aPreparedInsertRunsOnce() throws SQLException {
        try (PreparedStatement insert = client.prepareStatement("INSERT INTO lost (n) VALUES (?)")) {
            insert.setInt(1, 7);
            losesItsAnswer(insert::executeUpdate);
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void theFirstOfSeveralStatementsRunsOnce() throws SQLException {
        losesItsAnswer(() -> execute("INSERT INTO lost (n) VALUES (1); DO SLEEP(0.1)"));
    }

    @Test
    void aCallRunsOnce() throws SQLException {
        losesItsAnswer(() -> execute("CALL lose()"));
    }

    /** The server's request for the file is a part of its answer, behind which no error of Pinion's fits any more. */
    @Test
    void aFileIsLoadedOnceAndItsClientLosesItsConnection() throws SQLException {
        CompletableFuture<Failure> failing = failing(() -> {
            try (Statement statement = client.createStatement()) {
                statement.unwrap(JdbcStatement.class).setLocalInfileInputStream(new LosingAnswers("5\n"));
                statement.execute("LOAD DATA LOCAL INFILE 'x' INTO TABLE lost (n)");
            }
        });
        Conditions.await(() -> direct("SELECT COUNT(*) FROM legacy.lost").equals("1"));
        cutWithAnswers();

        assertThat(failing.join().sqlState()).isEqualTo("08S01");
        client = RealServer.connect(proxy, OPTIONS);
        assertThat(rows()).isEqualTo(1);
    }

    /** A file in whose reading the server's answers begin to be lost. */
    private final class LosingAnswers extends ByteArrayInputStream {
        LosingAnswers(String content) {
            super(content.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            wire.loseAnswers(true);
            return super.read(into, from, length);
        }
    }

    @Test
    void aCommitMayHaveBeenDoneAndTheClientIsToldSo() throws SQLException {
        client.setAutoCommit(false);
        execute("INSERT INTO lost (n) VALUES (1)");
        Failure failure = losesItsAnswer(client::commit);
        assertThat(failure.code()).isEqualTo(LOST_WITH_TRANSACTION);
        assertThat(failure.sqlState()).startsWith("08");
        assertThat(failure.message()).contains("unless this statement committed it");

        client.rollback();
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aTransactionIsLostWithItsStatementAndTheNextBeginsAnew() throws SQLException {
        client.setAutoCommit(false);
        execute("INSERT INTO lost (n) VALUES (1)");
        CompletableFuture<Failure> failing = failing(() -> execute("UPDATE lost SET n = SLEEP(30)"));
        Conditions.await(() -> isRunning("UPDATE lost SET n = SLEEP(30)"));
        wire.cut();

        Failure failure = failing.join();
        assertThat(failure.code()).isEqualTo(LOST_WITH_TRANSACTION);
        assertThat(failure.sqlState()).startsWith("08");
        assertThat(failure.message()).contains("pair1A", "pair1", MAY_HAVE_RUN, "rolled back");
        endRunning("UPDATE lost SET n = SLEEP(30)");
        client.rollback();
        execute("INSERT INTO lost (n) VALUES (2)");
        client.commit();
        client.setAutoCommit(true);
        assertThat(ask("SELECT GROUP_CONCAT(n) FROM lost")).isEqualTo("2");
    }

    @Test
    void aTransactionLostBetweenTwoStatementsIsToldAtTheNext() throws SQLException {
        client.setAutoCommit(false);
        execute("INSERT INTO lost (n) VALUES (1)");
        cutUnnoticed();

        Failure failure = Failure.of(client::commit);
        assertThat(failure.code()).isEqualTo(LOST_WITH_TRANSACTION);
        assertThat(failure.message()).contains("pair1A", "pair1", "rolled back", "begin it again");
        client.rollback();
        client.setAutoCommit(true);
        assertThat(rows()).isZero();
    }

    /** The driver keeps a refusal to prepare to itself, and sends the statement as text then. */
    @Test
    void aTransactionLostBeforeAPreparationIsToldAtTheExecutionToo() throws SQLException {
        client.setAutoCommit(false);
        execute("INSERT INTO lost (n) VALUES (1)");
        cutUnnoticed();

        insertFails();
        client.rollback();
        client.setAutoCommit(true);
        assertThat(rows()).isZero();
    }

    @Test
    void aTransactionLostInAPreparationIsToldAtTheExecutionToo() throws SQLException {
        execute("BEGIN");
        execute("INSERT INTO lost (n) VALUES (1)");
        long before = preparations();
        wire.loseAnswers(true);
        CompletableFuture<Void> failing = CompletableFuture.runAsync(this::insertFails);
        Conditions.await(() -> preparations() > before);
        cutWithAnswers();
        failing.join();

        Conditions.await(() -> rowsEvenUncommitted() == 0);
        execute("COMMIT");
        assertThat(rows()).isZero();
    }

    private void insertFails() {
        try (PreparedStatement insert = client.prepareStatement("INSERT INTO lost (n) VALUES (?)")) {
            insert.setInt(1, 2);
            Failure failure = Failure.of(insert::executeUpdate);
            assertThat(failure.code()).isEqualTo(LOST_WITH_TRANSACTION);
            assertThat(failure.message()).contains("pair1A", "pair1", "rolled back");
        } catch (SQLException e) {
            throw new AssertionError("the driver tells what it kept to itself before", e);
        }
    }

    /** How often the server was asked to prepare a statement. */
    private long preparations() {
        try (Connection root = server.root()) {
            return Long.parseLong(Jdbc.rows(root, "SHOW GLOBAL STATUS LIKE 'Com_stmt_prepare'")
                    .getFirst()
                    .get(1));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTransactionThatNoServerKnewOfHasLostNothing() throws SQLException {
        client.setAutoCommit(false);
        execute("START TRANSACTION");
        cutUnnoticed();
        execute("INSERT INTO lost (n) VALUES (3)");
        client.commit();
        client.setAutoCommit(true);
        assertThat(rows()).isEqualTo(1);
    }

    /** BEGIN and INSERT go out in one write. */
    @Test
    void aBeginInTheSameWriteIsLostWithItsStatement() throws SQLException {
        execute("START TRANSACTION");
        wire.loseAnswers(true);
        CompletableFuture<Failure> failing = failing(() -> execute("INSERT INTO lost (n) VALUES (3)"));
        Conditions.await(() -> rowsEvenUncommitted() == 1);
        cutWithAnswers();

        assertThat(failing.join().code()).isEqualTo(LOST_WITH_TRANSACTION);
        Conditions.await(() -> rowsEvenUncommitted() == 0);
        assertThat(ask("SELECT COUNT(*) FROM lost")).isEqualTo("0");
        execute("INSERT INTO lost (n) VALUES (4)");
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void anIdleConnectionThatDiedIsReplaced() throws SQLException {
        cutUnnoticed();
        execute("INSERT INTO lost (n) VALUES (1)");
        assertThat(rows()).isEqualTo(1);
    }

    /** MySQL 9.7 says 4031, unasked, before it closes; MariaDB resets the connection. */
    @Test
    void aConnectionThatItsServerGaveUpIsReplaced() throws SQLException {
        String before = direct("SELECT @@global.wait_timeout");
        server.execute("SET GLOBAL wait_timeout = 1");
        try {
            cutUnnoticed();
            assertThat(rows()).isZero();
            Conditions.await(() -> idleConnections() == 0);
            execute("INSERT INTO lost (n) VALUES (1)");
        } finally {
            server.execute("SET GLOBAL wait_timeout = " + before);
        }
        assertThat(rows()).isEqualTo(1);
    }

    @Test
    void aPreparedStatementIsPreparedAnew() throws SQLException {
        try (PreparedStatement select = client.prepareStatement("SELECT ? + COUNT(*) FROM lost")) {
            for (int round = 0; round < 3; round++) {
                select.setInt(1, round);
                try (ResultSet result = select.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(round);
                }
                cutUnnoticed();
            }
        }
    }

    @Test
    void aCursorIsGoneWithItsConnectionAndSaysSo() throws SQLException {
        execute("INSERT INTO lost (n) VALUES (1), (2), (3), (4)");
        try (PreparedStatement select = client.prepareStatement("SELECT n FROM lost ORDER BY id")) {
            select.setFetchSize(2);
            try (ResultSet result = select.executeQuery()) {
                assertThat(result.next()).isTrue();
                cutUnnoticed();
                assertThatThrownBy(() -> {
                            while (result.next()) {
                                // Two rows have come already.
                            }
                        })
                        .hasMessageContaining("pair1")
                        .hasMessageContaining("is gone: execute the statement again");
            }
            try (ResultSet again = select.executeQuery()) {
                assertThat(again.next()).isTrue();
            }
        }
    }

    @Test
    void aTemporaryTableIsGoneWithItsConnectionAndTheClientIsToldOnce() throws SQLException {
        execute("CREATE TEMPORARY TABLE lost_tmp (n INT)");
        cutUnnoticed();

        assertThat(Failure.of(() -> execute("INSERT INTO lost_tmp VALUES (1)")).message())
                .contains("pair1A", "what the session kept there is gone");
        assertThat(Failure.of(() -> execute("INSERT INTO lost_tmp VALUES (1)")).code())
                .isEqualTo(1146);
        assertThat(rows()).isZero();
    }

    @Test
    void settingsOutliveTheirConnection() throws SQLException {
        execute("SET SESSION time_zone = '+03:00', @mine = 'kept'");
        assertThat(rows()).isZero();
        cutUnnoticed();
        assertThat(ask("SELECT CONCAT(@@time_zone, @mine)")).isEqualTo("+03:00kept");
    }

    /** The server runs {@code work} once, its answer is lost, and its connection too. */
    private Failure losesItsAnswer(Work work) throws SQLException {
        wire.loseAnswers(true);
        CompletableFuture<Failure> failing = failing(work);
        Conditions.await(() -> direct("SELECT COUNT(*) FROM legacy.lost").equals("1"));
        cutWithAnswers();

        Failure failure = failing.join();
        assertThat(failure.message()).contains("server pair1A of pair pair1 was lost", MAY_HAVE_RUN);
        assertThat(ask("SELECT 'alive'")).isEqualTo("alive");
        assertThat(direct("SELECT COUNT(*) FROM legacy.lost")).isEqualTo("1");
        return failure;
    }

    private void cutWithAnswers() {
        wire.cut();
        wire.loseAnswers(false);
    }

    /** While nothing is under way; returns when the proxy knows. */
    private void cutUnnoticed() {
        wire.cut();
        Conditions.await(() -> idleConnections() == 0);
    }

    private int idleConnections() {
        return count(pool -> pool.idle() + pool.busy());
    }

    private int count(ToIntFunction<PoolSnapshot> part) {
        return proxy.server().pools().toCompletableFuture().join().stream()
                .mapToInt(part)
                .sum();
    }

    private static CompletableFuture<Failure> failing(Work work) {
        return CompletableFuture.supplyAsync(() -> Failure.of(work::run));
    }

    private int rows() throws SQLException {
        return Integer.parseInt(ask("SELECT COUNT(*) FROM lost"));
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = client.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        return one(client, sql);
    }

    private boolean isRunning(String sql) {
        return !direct("SELECT COUNT(*) FROM information_schema.processlist WHERE info = '" + sql + "'")
                .equals("0");
    }

    private void endRunning(String sql) throws SQLException {
        try (Connection root = server.root()) {
            ServerConnections.end(root, "info = '" + sql + "'");
        }
        Conditions.await(() -> !isRunning(sql));
    }

    /** Those of transactions that are still open, too. */
    private int rowsEvenUncommitted() {
        try (Connection root = server.root()) {
            root.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
            return Integer.parseInt(one(root, "SELECT COUNT(*) FROM legacy.lost"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** What the server itself says. */
    private String direct(String sql) {
        try (Connection root = server.root()) {
            return one(root, sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return String.valueOf(result.getString(1));
        }
    }
}
