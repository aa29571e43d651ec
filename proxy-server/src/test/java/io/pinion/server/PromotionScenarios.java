package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Verifiers;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.Jdbc;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code PROMOTE PAIR} with two proxies, a real pair and a real ZooKeeper, while clients write. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PromotionScenarios {
    private static final String CLUSTER = "promotion";
    private static final String PASSWORD = "app-password";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int WRITERS = Integer.getInteger("pinion.promotion.writers", 16);
    private static final int TURNS = Integer.getInteger("pinion.promotion.turns", 4);
    private static final int ROWS_AT_LEAST = 200;

    /** To be closed in reverse. Less than all when the start has failed. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final List<RunningProxy> proxies = new ArrayList<>();
    private EmbeddedZooKeeper zooKeeper;
    private CuratorFramework client;
    private OperationJournal journal;
    private ManagedServer first;
    private ManagedServer second;
    private Replication replication;

    /** Two servers that follow each other, the first of which takes writes, and the second may; as root. */
    abstract List<ManagedServer> startPair(Path directory) throws Exception;

    abstract void stopPair() throws Exception;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        List<ManagedServer> servers = startPair(directory);
        opened.push(this::stopPair);
        servers.forEach(opened::push);
        first = servers.get(0);
        second = servers.get(1);
        replication = new Replication(first, second);
        for (ManagedServer root : servers) {
            root.createAccounts(List.of(
                    ServerAccount.of(AccountRole.DATA, "127.0.0.1", "data-secret"),
                    ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "monitor-secret"),
                    ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", "operator-secret")));
        }
        second.fence(PATIENCE);
        first.execute(List.of("CREATE DATABASE shop", "CREATE TABLE shop.rows_of (id VARCHAR(40) PRIMARY KEY, n INT)"));
        replication.awaitCaughtUp(PATIENCE);
        zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
        opened.push(zooKeeper);
        client = ZooKeeperClient.start(zooKeeper.connectString(), PATIENCE, PATIENCE);
        opened.push(client);
        journal = new ZooKeeperJournal(client, CLUSTER);
        new TopologyEditor(new ZooKeeperStore(client, CLUSTER)).set(topology(), OptionalLong.empty());
        for (String name : List.of("one", "two")) {
            proxies.add(RunningProxy.start(
                    Settings.DEFAULT
                            .withDataDirectory(directory.resolve(name))
                            .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                            .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                            .withTopology(TopologySettings.DEFAULT.withZooKeeper(zooKeeper.connectString(), CLUSTER)),
                    new Secrets(Map.of(
                            "DATA", "data-secret", "MONITOR", "monitor-secret", "OPERATOR", "operator-secret")::get),
                    "test"));
            opened.push(proxies.getLast());
        }
    }

    private String topology() {
        Verifiers app = Verifiers.of(PASSWORD);
        return """
                {"cluster": "%s",
                 "servers": {"A": "127.0.0.1:%d", "B": "127.0.0.1:%d"},
                 "pairs": {"p": {"primary": "A", "standby": "B"}},
                 "keyspaces": {"shop": {"kind": "single", "pair": "p"}},
                 "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
                 "accounts": {"data": {"user": "%s", "secret": "env:DATA"},
                              "monitor": {"user": "%s", "secret": "env:MONITOR"},
                              "operator": {"user": "%s", "secret": "env:OPERATOR"}}}
                """.formatted(
                        CLUSTER,
                        first.port(),
                        second.port(),
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        AccountRole.DATA.userName(),
                        AccountRole.MONITOR.userName(),
                        AccountRole.OPERATOR.userName());
    }

    @AfterAll
    void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private Connection connect(int proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxies.get(proxy).address().getPort()
                        + "/shop?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=20000",
                "app",
                PASSWORD);
    }

    /** Clients that write, each row once, and remember what was acknowledged and what went wrong. */
    private final class Writers {
        final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean end = new AtomicBoolean();
        private final List<Thread> threads = new ArrayList<>();

        Writers() {
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                threads.add(Thread.ofVirtual().start(() -> write(number)));
            }
        }

        private void write(int number) {
            try (Connection client = connect(number % 2)) {
                boolean transactions = number % 4 == 3;
                for (int i = 0; !end.get(); i++) {
                    String id = number + "-" + i;
                    if (transactions) {
                        Jdbc.execute(client, "BEGIN");
                    }
                    Jdbc.execute(client, "INSERT INTO rows_of VALUES ('" + id + "', " + i + ")");
                    if (transactions) {
                        Jdbc.execute(client, "UPDATE rows_of SET n = n + 1 WHERE id = '" + id + "'");
                        Jdbc.execute(client, "COMMIT");
                    }
                    acknowledged.add(id);
                }
            } catch (SQLException e) {
                errors.add(number + ": " + e.getErrorCode() + " " + e.getMessage());
            }
        }

        void awaitMore(int rows) {
            int before = acknowledged.size();
            Conditions.await(() -> acknowledged.size() >= before + rows || !errors.isEmpty());
        }

        void end() throws InterruptedException {
            end.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** @return the new primary */
    private static String promote(Connection operator) throws SQLException {
        try (Statement statement = operator.createStatement()) {
            // The driver doesn't know the word, and takes it for a statement without rows unless it sees some.
            assertThat(statement.execute("PROMOTE PAIR p")).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                assertThat(rows.next()).isTrue();
                System.out.println("promoted in " + rows.getString("pause_ms") + " ms, "
                        + rows.getString("ended_connections") + " connections ended");
                return rows.getString("primary");
            }
        }
    }

    @Test
    void clientsSeeAPauseAndNothingElse() throws Exception {
        List<String> primaries = new ArrayList<>();
        Writers writers = new Writers();
        try (Connection operator = connect(0)) {
            String before = primary(operator);
            for (int turn = 0; turn < TURNS; turn++) {
                writers.awaitMore(ROWS_AT_LEAST);
                primaries.add(promote(operator));
            }
            writers.awaitMore(ROWS_AT_LEAST);
            writers.end();
            assertThat(writers.errors).isEmpty();
            for (String primary : primaries) {
                assertThat(primary).isNotEqualTo(before);
                before = primary;
            }
            replication.awaitCaughtUp(PATIENCE);
            for (ManagedServer server : List.of(first, second)) {
                try (Connection root = server.connection()) {
                    assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of"))
                            .isEqualTo(Integer.toString(writers.acknowledged.size()));
                }
            }
            assertThat(lastOperation(operator)).contains("done", "PROMOTE PAIR p TO " + before);
        } finally {
            writers.end();
            Jdbc.execute(first.isFenced() ? second.connection() : first.connection(), "DELETE FROM shop.rows_of");
        }
    }

    @Test
    void aStandbyThatDoesntFollowIsRefusedAndNothingIsHeld() throws Exception {
        try (Connection operator = connect(0);
                Connection writer = connect(1)) {
            ManagedServer standby = standby(operator);
            standby.execute(standby.dialect().stopFollowing());
            try {
                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("not promoted", "doesn't follow", "replication is stopped");
                assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p"))
                                .message())
                        .contains("would be refused", "doesn't follow");
                assertThat(lastOperation(operator)).contains("cancelled");
            } finally {
                standby.execute(standby.dialect().resumeFollowing());
            }
            write(writer);
            replication.awaitRunning(PATIENCE);
        }
    }

    @Test
    void whatItWouldDoIsExplainedAndNothingIsDone() throws Exception {
        try (Connection operator = connect(0)) {
            String before = primary(operator);

            List<List<String>> steps = Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p");

            assertThat(steps.stream().map(step -> step.get(2)))
                    .containsAll(standby(operator).dialect().unfence())
                    .contains("XA RECOVER", "pairs.p.held = true");
            assertThat(primary(operator)).isEqualTo(before);
        }
    }

    @Test
    void aServerIsNamedThatIsThePrimaryOrNone() throws Exception {
        try (Connection operator = connect(0)) {
            String primary = primary(operator);
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p TO " + primary))
                            .message())
                    .contains(primary + " is the primary of pair p already");
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p TO x"))
                            .message())
                    .contains("no server x");
        }
    }

    /** As when the proxy that ran it died behind the fence. */
    @Test
    void aPromotionThatBrokeOffGoesOn() throws Exception {
        try (Connection operator = connect(1);
                Connection writer = connect(0)) {
            String next = breakOff(operator);
            assertThat(lastOperation(operator)).contains("interrupted");

            Jdbc.execute(operator, "RESUME OPERATION " + lastOperation(operator).getFirst());

            assertThat(primary(operator)).isEqualTo(next);
            assertThat(lastOperation(operator)).contains("done");
            write(writer);
        }
    }

    /** Another PROMOTE PAIR is the same promotion, so that somebody who repeats it doesn't turn it back. */
    @Test
    void aPromotionThatBrokeOffGoesOnWhenItIsSaidAgain() throws Exception {
        try (Connection operator = connect(1);
                Connection writer = connect(0)) {
            String next = breakOff(operator);
            String number = lastOperation(operator).getFirst();

            assertThat(promote(operator)).isEqualTo(next);

            assertThat(lastOperation(operator)).contains(number, "done");
            write(writer);
        }
    }

    @Test
    void aPromotionThatBrokeOffIsGivenUp() throws Exception {
        try (Connection operator = connect(1);
                Connection writer = connect(0)) {
            String before = primary(operator);
            breakOff(operator);

            Jdbc.execute(operator, "CANCEL OPERATION " + lastOperation(operator).getFirst());

            assertThat(primary(operator)).isEqualTo(before);
            assertThat(lastOperation(operator)).contains("cancelled");
            write(writer);
        }
    }

    /** As when the proxy that ran it died behind the opening of the standby: the old primary must not be opened again. */
    @Test
    void aPromotionThatBrokeOffAndFailsAgainOpensNothing() throws Exception {
        try (Connection operator = connect(0);
                Connection writer = connect(1)) {
            ManagedServer next = standby(operator);
            ManagedServer old = next == second ? first : second;
            try (Connection root = old.connection()) {
                Jdbc.execute(root, "XA START 'left'");
                Jdbc.execute(root, "INSERT INTO shop.rows_of VALUES ('of a branch', 1)");
                Jdbc.execute(root, "XA END 'left'");
                Jdbc.execute(root, "XA PREPARE 'left'");
                breakOff(operator);
                next.unfence();
                String number = lastOperation(operator).getFirst();

                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("prepared transactions", "RESUME OPERATION " + number);
                assertThat(lastOperation(operator)).contains("failed");
                assertThat(Failure.of(() -> Jdbc.execute(operator, "CANCEL OPERATION " + number))
                                .message())
                        .contains("takes writes already");

                assertThat(old.isFenced()).isTrue();
                Jdbc.execute(root, "XA ROLLBACK 'left'");
                Jdbc.execute(operator, "RESUME OPERATION " + number);
            }
            write(writer);
        }
    }

    @Test
    void aTransactionThatStaysOpenIsEndedAndNothingOfItIsLeft() throws Exception {
        try (Connection operator = connect(0);
                Connection idle = connect(1);
                Connection reader = connect(1)) {
            Jdbc.execute(idle, "BEGIN");
            Jdbc.execute(idle, "INSERT INTO rows_of VALUES ('never committed', 1)");
            promote(operator);
            assertThat(Failure.of(() -> Jdbc.execute(idle, "COMMIT")).message()).contains("pair p");
            assertThat(Jdbc.value(reader, "SELECT COUNT(*) FROM rows_of WHERE id = 'never committed'"))
                    .isEqualTo("0");
        }
    }

    private static void write(Connection writer) throws SQLException {
        Jdbc.execute(writer, "INSERT INTO rows_of VALUES ('it goes on', 1)");
        Jdbc.execute(writer, "DELETE FROM rows_of WHERE id = 'it goes on'");
    }

    /** @return the server that would have been the primary */
    private String breakOff(Connection operator) throws Exception {
        String from = primary(operator);
        String to = from.equals("A") ? "B" : "A";
        journal.create(
                new Task.Promotion("p", from, to),
                new Origin("app", "operator", List.of(), Instant.now()),
                Progress.beginning(0, "dead", Instant.now()));
        new TopologyEditor(new ZooKeeperStore(client, CLUSTER))
                .change(now -> now.withPair(now.pair("p").orElseThrow().withHeld(true)), 0);
        (from.equals("A") ? first : second).fence(PATIENCE);
        return to;
    }

    private static String primary(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(1);
    }

    private static List<String> lastOperation(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW OPERATIONS").getLast();
    }

    private ManagedServer standby(Connection operator) throws SQLException {
        return primary(operator).equals("A") ? second : first;
    }
}
