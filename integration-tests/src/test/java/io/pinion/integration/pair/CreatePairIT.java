package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code CREATE PAIR}, {@code ADD STANDBY} and {@code DROP PAIR} in a cluster whose topology has no server. */
@OnEachServer(mysql = 3)
class CreatePairIT {
    private PairStage stage;
    private LooseServers servers;
    private PairlessCluster cluster;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairSettings.DEFAULT);
        servers = stage.servers();
        cluster = stage.cluster();
        operator = stage.operator();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void emptyServersBecomeAPairThatTakesStatements() throws Exception {
        List<String> made = Jdbc.rows(operator, servers.create(" AS HOME" + PairStage.LOGIN))
                .getFirst();

        assertThat(made.subList(0, 5)).containsExactly("p", "pA", "pB", "0", "0");
        assertThat(PairCluster.lastOperation(operator)).contains("done").noneMatch(text -> text.contains("root"));
        requireHealthy();
        try (Connection client = cluster.connect(0, "")) {
            Jdbc.execute(client, "CREATE DATABASE own");
            Jdbc.execute(client, "CREATE TABLE own.t (id INT PRIMARY KEY)");
            Jdbc.execute(client, "INSERT INTO own.t VALUES (1)");
        }
        new Replication(servers.first(), servers.second()).awaitCaughtUp(PairCluster.TIMEOUT);
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("pB");
        try (Connection client = cluster.connect(1, "own")) {
            Conditions.await(() -> writes(client));
        }
    }

    /** As {@code mariadb-install-db} leaves it. */
    @Test
    void anEmptyDatabaseTestIsNothingThatAnybodyNeeds() throws Exception {
        for (ManagedServer server : List.of(servers.first(), servers.second(), servers.third())) {
            server.unfence();
            server.executeUnreplicated(List.of("CREATE DATABASE IF NOT EXISTS test"));
        }

        List<String> made = Jdbc.rows(operator, servers.create(" AS HOME" + PairStage.LOGIN))
                .getFirst();

        assertThat(made.subList(0, 4)).containsExactly("p", "pA", "pB", "1");
        requireHealthy();
        servers.first().execute(List.of("DROP DATABASE test"));
        new Replication(servers.first(), servers.second()).awaitCaughtUp(PairCluster.TIMEOUT);
        if (product == ServerProduct.MARIADB) {
            servers.third().execute(List.of("SET GLOBAL gtid_domain_id = 6"));
        }
        String replace = "REPLACE STANDBY p WITH " + LooseServers.at(servers.third()) + PairStage.LOGIN;
        assertThat(Jdbc.rows(operator, replace).getFirst()).contains("p", "pA", "pC");
        try (Connection root = servers.third().connection()) {
            assertThat(Jdbc.column(root, "SHOW DATABASES")).doesNotContain("test");
        }
    }

    @Test
    void ofAPairWithoutShardsNothingIsCompared() throws Exception {
        Jdbc.rows(operator, servers.create(PairStage.LOGIN));

        assertThat(Jdbc.rows(operator, "VERIFY PAIR p")).singleElement().satisfies(row -> assertThat(row)
                .contains("no shards", "there is no open shard to compare (SHOW SHARDS)"));
    }

    private static boolean writes(Connection client) {
        try {
            Jdbc.execute(client, "REPLACE INTO t VALUES (2)");
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Both proxies see nothing wrong with the pair, and its servers are as a pair's are. */
    private void requireHealthy() throws Exception {
        assertThat(servers.first().isFenced()).isFalse();
        assertThat(servers.second().isFenced()).isTrue();
        assertThat(servers.first().replication().isRunning()).isTrue();
        assertThat(servers.second().replication().isRunning()).isTrue();
        for (int proxy = 0; proxy < 2; proxy++) {
            try (Connection client = cluster.operator(proxy)) {
                Conditions.await(() -> {
                    List<List<String>> pairs = Jdbc.rows(client, "SHOW PAIRS");
                    return pairs.size() == 1 && pairs.getFirst().contains("both ways");
                });
            }
        }
    }

    /** Their accounts have rights on tables of Pinion's own, which empty servers lack. */
    @Test
    void aPairComesInBesideUsersWithFewerRights() throws Exception {
        Jdbc.rows(operator, "CREATE PAIR q PRIMARY " + LooseServers.at(servers.third()) + PairStage.LOGIN);
        Jdbc.execute(operator, "CREATE KEYSPACE used SINGLE ON PAIR q");
        Jdbc.execute(operator, "CREATE TABLE used.t (id INT PRIMARY KEY)");
        Jdbc.execute(operator, "CREATE TOPOLOGY USER few IDENTIFIED BY 'fewer' KEYSPACES used");
        // The statement has waited for the account.
        try (Connection few = cluster.connect(0, "used", "", "few", "fewer")) {
            Jdbc.execute(few, "REPLACE INTO t VALUES (1)");
        }

        Jdbc.rows(operator, servers.create(PairStage.LOGIN));
        Jdbc.execute(operator, "CREATE KEYSPACE later SINGLE ON PAIR p");
        Jdbc.execute(operator, "ALTER TOPOLOGY USER few KEYSPACES used, later");
        Jdbc.execute(operator, "CREATE TABLE later.t (id INT PRIMARY KEY)");
        Conditions.await(() -> {
            try (Connection few = cluster.connect(1, "later", "", "few", "fewer")) {
                Jdbc.execute(few, "REPLACE INTO t VALUES (1)");
                return true;
            } catch (SQLException notYet) {
                return false;
            }
        });
    }

    /** Of MySQL one's accounts come to the other by replication, where they must be wanted as well. */
    @Test
    void hostsThatOneServerAloneLetsPinionInFromKeepNobodyBusy() throws Exception {
        Jdbc.rows(operator, servers.create(PairStage.LOGIN));
        Jdbc.execute(operator, "CREATE KEYSPACE used SINGLE ON PAIR p");
        Jdbc.execute(operator, "CREATE TOPOLOGY USER few IDENTIFIED BY 'fewer' KEYSPACES used");
        servers.first()
                .executeUnreplicated(List.of(
                        "CREATE USER 'pinion_data'@'10.0.%' IDENTIFIED BY 'left-over'",
                        "GRANT SELECT ON `%`.* TO 'pinion_data'@'10.0.%'"));

        Conditions.await(() -> {
            Jdbc.rows(operator, "SYNC ACCOUNTS");
            return Jdbc.rows(operator, "EXPLAIN SYNC ACCOUNTS").isEmpty();
        });
        try (Connection root = servers.first().connection()) {
            assertThat(Jdbc.column(
                            root, "SELECT user FROM mysql.user WHERE user LIKE 'pinion_data\\_%' AND host = '10.0.%'"))
                    .isNotEmpty();
        }
    }

    @Test
    void aRunningServerIsAdoptedWhileItsClientsWrite() throws Exception {
        servers.first().unfence();
        fill(servers.first());
        DirectWriters writers = new DirectWriters(servers.first(), 8);
        try (writers) {
            writers.awaitMore(200);
            List<String> made = Jdbc.rows(operator, servers.create(" AS HOME" + PairStage.LOGIN))
                    .getFirst();
            assertThat(made.subList(0, 4)).containsExactly("p", "pA", "pB", "1");
            writers.awaitMore(200);
        }
        assertThat(writers.errors).isEmpty();
        if (servers.first().dialect().snapshotTellsItsPlace()) {
            assertThat(writers.deadlocks).hasValue(0);
        }
        requireHealthy();
        new Replication(servers.first(), servers.second()).awaitCaughtUp(PairCluster.TIMEOUT);
        for (ManagedServer server : List.of(servers.first(), servers.second())) {
            try (Connection root = server.connection()) {
                assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of"))
                        .isEqualTo(String.valueOf(writers.acknowledged.size()));
            }
        }
        try (Connection client = cluster.connect(1, "shop")) {
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('through a proxy', 1)");
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM big")).isEqualTo("8000");
        }
        new Replication(servers.first(), servers.second()).awaitCaughtUp(PairCluster.TIMEOUT);
        assertThat(sum(servers.second())).isEqualTo(sum(servers.first()));
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("pB");
    }

    /** As a MySQL is that was started with {@code read_only} alone. */
    @Test
    void aPrimaryThatTakesItsOperatorsWritesAloneIsOpened() throws Exception {
        servers.first().execute(servers.first().dialect().openForOperator());

        Jdbc.rows(operator, servers.create(PairStage.LOGIN));

        try (Connection root = servers.first().connection()) {
            assertThat(Jdbc.value(root, "SELECT @@GLOBAL.read_only")).isEqualTo("0");
        }
    }

    private static String sum(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return String.valueOf(Jdbc.value(root, "SELECT SUM(CRC32(CONCAT_WS('#', id, n, data))) FROM shop.big"));
        }
    }

    /** Some MB. */
    private static void fill(ManagedServer server) throws SQLException {
        server.execute(List.of(
                "CREATE DATABASE shop",
                "CREATE TABLE shop.rows_of (id VARCHAR(40) PRIMARY KEY, n INT)",
                "CREATE TABLE shop.big (id INT PRIMARY KEY AUTO_INCREMENT, n INT NOT NULL, data VARCHAR(1000) NOT NULL)",
                "INSERT INTO shop.big (n, data) VALUES (0, REPEAT('x', 900))"));
        for (int rows = 1; rows < 8000; rows *= 2) {
            server.execute(List.of("INSERT INTO shop.big (n, data) SELECT n, data FROM shop.big LIMIT "
                    + Math.min(rows, 8000 - rows)));
        }
        // MySQL leaves gaps between the numbers of several rows.
        server.execute(List.of("SET @i = 0", "UPDATE shop.big SET id = (@i := @i + 1) ORDER BY id"));
    }

    @Test
    void aPairOfOneGetsItsStandbyLater() throws Exception {
        List<String> made = Jdbc.rows(
                        operator,
                        "CREATE PAIR p PRIMARY db1 " + LooseServers.at(servers.first()) + " AS HOME" + PairStage.LOGIN)
                .getFirst();
        assertThat(made.subList(0, 2)).containsExactly("p", "db1");
        try (Connection client = cluster.connect(0, "")) {
            Jdbc.execute(client, "CREATE DATABASE own");
            Jdbc.execute(client, "CREATE TABLE own.t (id INT PRIMARY KEY)");
            Jdbc.execute(client, "INSERT INTO own.t VALUES (1)");
        }

        List<String> added = Jdbc.rows(
                        operator, "ADD STANDBY p db2 " + LooseServers.at(servers.second()) + PairStage.LOGIN)
                .getFirst();

        assertThat(added.subList(0, 3)).containsExactly("p", "db1", "db2");
        requireHealthy();
        assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("db2");
    }

    @Test
    void theCommandLineDoesTheSame() {
        String login = " using root identified by - from 127.0.0.1 --password-env ROOT_PASSWORD";
        String add = "add standby p 127.0.0.1:" + servers.second().port() + login;
        assertThat(pinion(
                        "create pair p primary db1 127.0.0.1:" + servers.first().port() + login))
                .contains("p\tdb1\t");
        assertThat(pinion(add + " --dry-run"))
                .contains("pairs.p.standby = pB")
                .doesNotContain("'" + LooseServers.ROOT_PASSWORD + "'");
        assertThat(pinion(add)).contains("p\tdb1\tpB\t");
        assertThat(pinion("drop pair p --yes")).contains("p\tdb1\tpB\t");
    }

    private String pinion(String words) {
        Cli.Outcome outcome = new Cli()
                .environment(Map.of(
                        "PINION_PASSWORD", PairlessCluster.PASSWORD, "ROOT_PASSWORD", LooseServers.ROOT_PASSWORD))
                .run((words + " --port=" + cluster.port(0) + " --user=app").split(" "));
        assertThat(outcome.exitStatus()).as(outcome.err()).isZero();
        return outcome.out();
    }

    @Test
    void aPairThatNothingNeedsIsDropped() throws Exception {
        Jdbc.rows(operator, servers.create(PairStage.LOGIN));

        assertThat(Jdbc.rows(operator, "DROP PAIR p").getFirst().subList(0, 3)).containsExactly("p", "pA", "pB");

        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").isEmpty());
        assertThat(cluster.topologyNow().servers()).isEmpty();
        assertThat(servers.second().replication().isRunning()).isTrue();
        try (Connection client = cluster.operator(1)) {
            Conditions.await(() -> Jdbc.rows(client, "SHOW PAIRS").isEmpty());
        }
    }
}
