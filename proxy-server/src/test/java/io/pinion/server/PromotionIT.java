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
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
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
import java.util.ArrayList;
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
class PromotionIT {
    private static final String CLUSTER = "promotion";
    private static final String PASSWORD = "app-password";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int WRITERS = 16;
    private static final int ROWS_AT_LEAST = 200;

    private final List<RunningProxy> proxies = new ArrayList<>();
    private LocalServers servers;
    private LocalPair pair;
    private EmbeddedZooKeeper zooKeeper;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        servers = LocalServers.open(directory.resolve("servers"));
        pair = servers.startPair("P", 7);
        for (LocalServer server : List.of(pair.primary(), pair.standby())) {
            try (ManagedServer root = server.manage()) {
                root.createAccounts(List.of(
                        ServerAccount.of(AccountRole.DATA, "127.0.0.1", "data-secret"),
                        ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "monitor-secret"),
                        ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", "operator-secret")));
            }
        }
        pair.primary().execute("CREATE DATABASE shop", "CREATE TABLE shop.rows_of (id VARCHAR(40) PRIMARY KEY, n INT)");
        pair.awaitCaughtUp();
        zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
        try (CuratorFramework client = ZooKeeperClient.start(zooKeeper.connectString(), PATIENCE, PATIENCE)) {
            new TopologyEditor(new ZooKeeperStore(client, CLUSTER)).set(topology(), OptionalLong.empty());
        }
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
                        pair.primary().port(),
                        pair.standby().port(),
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        AccountRole.DATA.userName(),
                        AccountRole.MONITOR.userName(),
                        AccountRole.OPERATOR.userName());
    }

    @AfterAll
    void stop() throws Exception {
        for (RunningProxy proxy : proxies) {
            proxy.close();
        }
        zooKeeper.close();
        servers.close();
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
            String first = standby(operator) == pair.standby() ? "B" : "A";
            String second = first.equals("B") ? "A" : "B";
            for (int turn = 0; turn < 4; turn++) {
                writers.awaitMore(ROWS_AT_LEAST);
                primaries.add(promote(operator));
            }
            writers.awaitMore(ROWS_AT_LEAST);
            writers.end();
            assertThat(writers.errors).isEmpty();
            assertThat(primaries).containsExactly(first, second, first, second);
            pair.awaitCaughtUp();
            for (LocalServer server : List.of(pair.primary(), pair.standby())) {
                try (Connection root = server.connect()) {
                    assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of"))
                            .isEqualTo(Integer.toString(writers.acknowledged.size()));
                }
            }
        } finally {
            writers.end();
        }
    }

    @Test
    void aStandbyThatDoesntFollowIsRefusedAndNothingIsHeld() throws Exception {
        try (Connection operator = connect(0);
                Connection client = connect(1)) {
            LocalServer standby = standby(operator);
            standby.execute("STOP SLAVE");
            try {
                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("not promoted", "doesn't follow", "replication is stopped");
            } finally {
                standby.execute("START SLAVE");
            }
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('after a refusal', 1)");
            Jdbc.execute(client, "DELETE FROM rows_of WHERE id = 'after a refusal'");
            pair.awaitReplicating();
        }
    }

    /** As when the proxy that ran it died behind the fence. */
    @Test
    void aPromotionThatBrokeOffGoesOn() throws Exception {
        try (Connection operator = connect(1);
                Connection client = connect(0)) {
            LocalServer standby = standby(operator);
            hold();
            (standby == pair.standby() ? pair.primary() : pair.standby()).fence(true);
            assertThat(promote(operator)).isEqualTo(standby == pair.standby() ? "B" : "A");
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('behind it', 1)");
            Jdbc.execute(client, "DELETE FROM rows_of WHERE id = 'behind it'");
        }
    }

    /** As when the proxy that ran it died behind the opening of the standby: the old primary must not be opened again. */
    @Test
    void aPromotionThatBrokeOffAndFailsAgainOpensNothing() throws Exception {
        try (Connection operator = connect(0);
                Connection client = connect(1)) {
            LocalServer next = standby(operator);
            LocalServer old = next == pair.standby() ? pair.primary() : pair.standby();
            try (Connection root = old.connect()) {
                Jdbc.execute(root, "XA START 'left'");
                Jdbc.execute(root, "INSERT INTO shop.rows_of VALUES ('of a branch', 1)");
                Jdbc.execute(root, "XA END 'left'");
                Jdbc.execute(root, "XA PREPARE 'left'");
                hold();
                old.fence(true);
                next.fence(false);

                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("prepared transactions", "say PROMOTE PAIR p again");

                assertThat(Jdbc.value(root, "SELECT @@global.read_only")).isEqualTo("1");
                Jdbc.execute(root, "XA ROLLBACK 'left'");
            }
            promote(operator);
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('behind it', 1)");
            Jdbc.execute(client, "DELETE FROM rows_of WHERE id = 'behind it'");
        }
    }

    @Test
    void aTransactionThatStaysOpenIsEndedAndNothingOfItIsLeft() throws Exception {
        try (Connection operator = connect(0);
                Connection idle = connect(1);
                Connection client = connect(1)) {
            Jdbc.execute(idle, "BEGIN");
            Jdbc.execute(idle, "INSERT INTO rows_of VALUES ('never committed', 1)");
            promote(operator);
            assertThat(Failure.of(() -> Jdbc.execute(idle, "COMMIT")).message()).contains("pair p");
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM rows_of WHERE id = 'never committed'"))
                    .isEqualTo("0");
        }
    }

    private void hold() throws Exception {
        try (CuratorFramework client = ZooKeeperClient.start(zooKeeper.connectString(), PATIENCE, PATIENCE)) {
            new TopologyEditor(new ZooKeeperStore(client, CLUSTER))
                    .change(now -> now.withPair(now.pair("p").orElseThrow().withHeld(true)), 0);
        }
    }

    private LocalServer standby(Connection operator) throws SQLException {
        String primary = Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(1);
        return primary.equals("A") ? pair.standby() : pair.primary();
    }
}
