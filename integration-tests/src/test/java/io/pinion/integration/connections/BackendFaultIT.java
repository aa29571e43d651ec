package io.pinion.integration.connections;

import static io.pinion.integration.testing.SharedDemo.ask;
import static io.pinion.integration.testing.SharedDemo.connect;
import static io.pinion.integration.testing.SharedDemo.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.EventLoopSettings;
import io.pinion.config.settings.Settings;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.integration.testing.Standstill;
import io.pinion.integration.testing.Traffic;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The second pair's primary is killed at every moment of a statement's life. Whoever needs it learns what happened, nobody
 * else notices, and when it is back everything goes on without a new proxy.
 */
@ExtendWith({LeakWatch.class, SharedDemo.Provider.class})
class BackendFaultIT {
    private static final String ON_FIRST = "SELECT data FROM db01001.pins WHERE local_id = 1";
    private static final String ON_SECOND = "SELECT data FROM db03429.pins WHERE local_id = 1";
    private static final String MAY_HAVE_RUN = "it may have run";
    private static final String HAS_NOT_RUN = "the statement has not run";
    private static final long FAST_MILLIS = 4_500;

    private static SharedDemo demo;
    private static RunningProxy proxy;

    @BeforeAll
    static void prepare(SharedDemo shared) throws Exception {
        demo = shared;
        demo.first().execute("INSERT INTO db01001.pins (local_id, data) VALUES (1, 'MySQL001A')");
        demo.second()
                .execute(
                        "INSERT INTO db03429.pins (local_id, data) VALUES (1, 'MySQL002A'), (2, 'x')",
                        "CREATE TABLE db03429.big (n INT PRIMARY KEY, data LONGTEXT)",
                        "INSERT INTO db03429.big SELECT seq, REPEAT('x', 100000) FROM db03429.seq_1_to_300");
        proxy = demo.startProxy();
    }

    @AfterAll
    static void cleanUp() throws Exception {
        proxy.close();
        demo.first().execute("DELETE FROM db01001.pins WHERE local_id = 1");
        demo.second().execute("DELETE FROM db03429.pins WHERE local_id < 10", "DROP TABLE db03429.big");
    }

    @BeforeEach
    @AfterEach
    void repair() throws Exception {
        demo.second().start();
        demo.second().fence(false);
        Conditions.await(() -> serves(ON_SECOND));
    }

    @Test
    void aServerThatDiedBetweenTwoStatementsIsNamedAtOnceAndComesBack() throws Exception {
        try (Connection client = connect(proxy, "legacy")) {
            ask(client, ON_SECOND);
            demo.second().kill9();

            Conditions.await(() -> fails(client, HAS_NOT_RUN));
            long startedNanos = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                assertThat(Failure.of(() -> ask(client, ON_SECOND)).message())
                        .contains("no connection to the primary of pair MySQL002")
                        .contains(
                                "server MySQL002A at 127.0.0.1:" + demo.second().port())
                        .contains(HAS_NOT_RUN);
            }
            assertThat(millisSince(startedNanos)).isLessThan(FAST_MILLIS);
            assertThat(ask(client, ON_FIRST)).hasValue("MySQL001A");

            demo.second().start();
            Conditions.await(() -> answers(client, ON_SECOND));
            String write = "UPDATE db03429.pins SET data = 'y' WHERE local_id = 2";
            assertThat(Failure.of(() -> update(client, write)).code()).isEqualTo(1290);
            demo.second().fence(false);
            assertThat(update(client, write)).isEqualTo(1);
        }
    }

    @Test
    void aStatementThatRunsWhenItsServerDiesMayHaveRun() throws Exception {
        try (Connection client = connect(proxy, "legacy")) {
            CompletableFuture<Failure> failing = CompletableFuture.supplyAsync(
                    () -> Failure.of(() -> ask(client, "SELECT SLEEP(60) FROM db03429.pins WHERE local_id = 1")));
            Conditions.await(() -> isRunning("SLEEP(60)"));
            demo.second().kill9();

            assertThat(failing.get().message())
                    .contains("server MySQL002A of pair MySQL002 was lost")
                    .contains(MAY_HAVE_RUN);
            assertThat(ask(client, ON_FIRST)).hasValue("MySQL001A");
            demo.second().start();
            Conditions.await(() -> answers(client, ON_SECOND));
        }
    }

    @Test
    void aTransactionWhoseServerDiesIsRolledBackAndSaysSo() throws Exception {
        try (Connection client = connect(proxy, "legacy");
                Connection committing = connect(proxy, "legacy")) {
            for (Connection each : List.of(client, committing)) {
                each.setAutoCommit(false);
                int row = each == client ? 1 : 2;
                update(each, "UPDATE db03429.pins SET data = 'lost' WHERE local_id = " + row);
            }
            demo.second().kill9();

            assertThat(Failure.of(() -> ask(client, ON_SECOND)).message()).contains("rolled back");
            assertThat(Failure.of(committing::commit).message()).contains("rolled back");
            client.rollback();
            assertThat(ask(client, ON_FIRST)).hasValue("MySQL001A");
            client.commit();

            repair();
            assertThat(ask(client, ON_SECOND)).hasValue("MySQL002A");
            update(client, "UPDATE db03429.pins SET data = 'kept' WHERE local_id = 2");
            client.commit();
            assertThat(ask(committing, "SELECT data FROM db03429.pins WHERE local_id = 2"))
                    .hasValue("kept");
        }
    }

    @Test
    void anAnswerThatBreaksOffEndsTheClientsConnectionAndNoOther() throws Exception {
        try (RawClient client = new RawClient(proxy.address().getPort());
                Connection neighbour = connect(proxy, "legacy")) {
            client.login("app", "app", RawClient.CLASSIC, "legacy");
            client.sendQuery("SELECT data FROM db03429.big");
            for (int packet = 0; packet < 20; packet++) {
                client.readPacket();
            }
            demo.second().kill9();

            assertThat(client.isClosedByProxy()).isTrue();
            assertThat(ask(neighbour, ON_FIRST)).hasValue("MySQL001A");
        }
    }

    /** Each statement is sent behind a SET, in one write, on whatever connection is free. */
    @Test
    void settingsAndStatementsInOneWriteFailTogether() throws Exception {
        try (Connection one = connect(proxy, "legacy");
                Connection other = connect(proxy, "legacy")) {
            ask(one, "SELECT 1 FROM db03429.pins LIMIT 1");
            update(one, "SET time_zone = '+01:00'");
            update(other, "SET time_zone = '+02:00'");
            demo.second().kill9();

            for (Connection each : List.of(one, other, one, other)) {
                assertThat(Failure.of(() -> update(each, "UPDATE db03429.pins SET data = 'z' WHERE local_id = 2"))
                                .message())
                        .contains("MySQL002A")
                        .matches("(?s).*(" + HAS_NOT_RUN + "|" + MAY_HAVE_RUN + ").*");
            }
            repair();
            assertThat(ask(one, "SELECT @@time_zone FROM db03429.pins LIMIT 1")).hasValue("+01:00");
            assertThat(ask(other, "SELECT @@time_zone FROM db03429.pins LIMIT 1"))
                    .hasValue("+02:00");
        }
    }

    @Test
    void theOtherPairsClientsNoticeNothingOfADeathAndAReturn() throws Exception {
        try (Traffic untouched = new Traffic();
                Traffic hit = new Traffic()) {
            for (int i = 0; i < 4; i++) {
                untouched.add("first" + i, () -> connect(proxy, "legacy"), own -> ask(own, ON_FIRST)
                        .orElseThrow());
                hit.add("second" + i, () -> connect(proxy, "legacy"), own -> transaction(own));
            }
            Conditions.await(() -> untouched.allServedBy("MySQL001A") && hit.allServedBy("MySQL002A"));
            demo.second().kill9();
            long[] death = untouched.mark();
            Conditions.await(
                    () -> untouched.hasMoved(death, 100) && hit.errors().size() > 20);
            demo.second().start();
            demo.second().fence(false);
            long[] rebirth = hit.mark();
            Conditions.await(() -> hit.hasMoved(rebirth, 10));

            assertThat(untouched.errors()).isEmpty();
            assertThat(untouched.slowestMillis()).isLessThan(FAST_MILLIS);
            assertThat(hit.slowestMillis()).isLessThan(2 * FAST_MILLIS);
            assertThat(hit.errors())
                    .allMatch(error -> error.contains("MySQL002A") || error.contains("1290"))
                    .noneMatch(error -> error.contains("Communications link failure"));
        }
    }

    /** Two connections are all that the pool may have: whoever comes third waits in line, not forever. */
    @Test
    void aServerThatStopsAnsweringDelaysOnlyWhoAsksIt() throws Exception {
        try (RunningProxy narrow = demo.startProxy(BackendFaultIT::narrow);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
                Connection neighbour = connect(narrow, "legacy")) {
            ask(neighbour, ON_SECOND);
            List<Future<String>> outcomes = new ArrayList<>();
            Standstill.of(demo.second(), () -> {
                for (int i = 0; i < 6; i++) {
                    outcomes.add(clients.submit(() -> outcome(narrow)));
                }
                Conditions.await(() -> outcomes.stream().filter(Future::isDone).count() >= 4);
                long startedNanos = System.nanoTime();
                for (int i = 0; i < 20; i++) {
                    assertThat(ask(neighbour, ON_FIRST)).hasValue("MySQL001A");
                }
                assertThat(millisSince(startedNanos)).isLessThan(FAST_MILLIS);
            });
            for (Future<String> outcome : outcomes) {
                assertThat(outcome.get()).containsPattern("^MySQL002A$|server MySQL002A of pair MySQL002 became free");
            }
        }
    }

    private static Settings narrow(Settings usual) {
        return new Settings(
                usual.dataDirectory(),
                usual.listener(),
                usual.topology(),
                usual.zookeeper(),
                new EventLoopSettings(EventLoopSettings.Transport.AUTO, 1),
                RecordCopy.of(
                        usual.pool(),
                        Map.of(
                                "maxConnectionsPerServer",
                                2,
                                "waitTimeout",
                                Duration.ofSeconds(2),
                                "connectTimeout",
                                Duration.ofSeconds(8))),
                usual.limits(),
                usual.scatter(),
                usual.pairs(),
                usual.exports(),
                usual.http(),
                usual.log());
    }

    /** What the second pair's row says, or the error. */
    private static String outcome(RunningProxy through) {
        try (Connection own = connect(through, "legacy")) {
            return ask(own, ON_SECOND).orElseThrow();
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static String transaction(Connection own) throws SQLException {
        own.setAutoCommit(false);
        String server = ask(own, ON_SECOND).orElseThrow();
        update(own, "UPDATE db03429.pins SET ts = NOW() WHERE local_id = 2");
        own.commit();
        return server;
    }

    /** The proxy learns of a death when its sockets do, so the first statement may still be sent. */
    private static boolean fails(Connection client, String words) {
        return Failure.of(() -> ask(client, ON_SECOND)).message().contains(words);
    }

    private static boolean answers(Connection client, String sql) {
        try {
            return ask(client, sql).isPresent();
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean serves(String sql) {
        try (Connection fresh = connect(proxy, "legacy")) {
            return answers(fresh, sql);
        } catch (SQLException e) {
            return false;
        }
    }

    private static boolean isRunning(String text) {
        try (Connection root = demo.second().connect();
                Statement statement = root.createStatement();
                var rows = statement.executeQuery("SHOW PROCESSLIST")) {
            while (rows.next()) {
                if (String.valueOf(rows.getString("Info")).contains(text)) {
                    return true;
                }
            }
            return false;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static long millisSince(long startedNanos) {
        return Duration.ofNanos(System.nanoTime() - startedNanos).toMillis();
    }
}
