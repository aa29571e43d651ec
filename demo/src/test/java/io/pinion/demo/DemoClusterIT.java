package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MariaDb;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoClusterIT {
    private final DemoSettings settings;
    private RunningDemo demo;

    DemoClusterIT(@TempDir Path directory) throws IOException {
        settings = DemoSettings.small(directory);
        demo = DemoCluster.start(settings, StartProgress.SILENT);
    }

    @AfterAll
    void stop() throws IOException {
        demo.close();
    }

    @Test
    void theArticlesPinIsOnBothServersOfItsPair() throws SQLException {
        for (LocalServer server : demo.pairOf(3429).servers()) {
            assertThat(Ask.root(server, "SELECT data FROM db03429.pins WHERE local_id = 7075733"))
                    .as(server.name())
                    .contains("New Star Wars character", "241294561224164665", "241294629943640797");
        }
    }

    @Test
    void theRowsThatPointAtThePinExist() throws SQLException {
        LocalServer server = demo.pairOf(3429).primary();
        assertThat(Ask.root(
                        server,
                        "SELECT COUNT(*) FROM db03429.board_has_pins"
                                + " WHERE board_id = 241294561224164665 AND pin_id = 241294492511762325"))
                .isEqualTo("1");
        assertThat(Ask.root(
                        server,
                        "SELECT COUNT(*) FROM db03429.user_has_boards"
                                + " WHERE user_id = 241294629943640797 AND board_id = 241294561224164665"))
                .isEqualTo("1");
        assertThat(Ask.root(demo.pairOf(1537).primary(), "SELECT COUNT(*) FROM msdb01537.ip_data WHERE ip = '1.2.3.4'"))
                .isEqualTo("1");
    }

    @Test
    void whatThePrimaryWritesReachesTheStandbyAndTheOtherWayRound() throws SQLException {
        DemoPair pair = demo.pairs().getFirst();
        LocalServer standby = pair.standby().orElseThrow();
        LocalPair both = new LocalPair(pair.primary(), standby);
        pair.primary().execute("CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY)");
        both.awaitCaughtUp();
        // A write there stands in for a promotion.
        standby.fence(false);
        standby.execute("INSERT INTO shop.t VALUES (1)");
        standby.fence(true);
        both.awaitCaughtUp();
        assertThat(Ask.root(pair.primary(), "SELECT COUNT(*) FROM shop.t")).isEqualTo("1");
    }

    @Test
    void onlyThePrimariesAreOpen() throws SQLException {
        for (DemoPair pair : demo.pairs()) {
            assertThat(Ask.root(pair.primary(), "SELECT @@read_only")).isEqualTo("0");
            assertThat(Ask.root(pair.standby().orElseThrow(), "SELECT @@read_only"))
                    .isEqualTo("1");
        }
    }

    @Test
    void theDocumentIsRightAndLeadsToTheServers() throws Exception {
        Reading.Accepted reading = readTopology();
        assertThat(reading.problems()).isEmpty();
        Topology topology = reading.topology();
        assertThat(topology.keyspaces()).containsOnlyKeys("pinterest", "lookup", "legacy");
        var account = topology.account("data").orElseThrow();
        String password = Secrets.ofProcess().resolve(account.secret());
        for (LocalServer server : demo.servers()) {
            assertThat(topology.server(server.name()).orElseThrow().port()).isEqualTo(server.port());
            try (Connection connection = server.connect(account.user(), password)) {
                assertThat(Ask.on(connection, "SELECT CURRENT_USER()")).isEqualTo(account.user() + "@127.0.0.1");
            }
        }
    }

    @Test
    void theNextStartFindsTheDataAndTheDocument() throws Exception {
        LocalServer before = demo.pairOf(3429).primary();
        before.execute("INSERT INTO db03429.users (data) VALUES ('kept')");
        long generation = readTopology().topology().generation();
        demo.close();
        demo = DemoCluster.start(settings, StartProgress.SILENT);
        assertThat(Ask.root(demo.pairOf(3429).primary(), "SELECT COUNT(*) FROM db03429.users WHERE data = 'kept'"))
                .isEqualTo("1");
        // The servers took other ports, and the document says so.
        assertThat(readTopology().topology().generation()).isEqualTo(generation + 1);
        theDocumentIsRightAndLeadsToTheServers();
    }

    /** As a move leaves them that waits for its end: the pair that had the shards follows the one that has them. */
    @Test
    void theNextStartLetsAPairBeThatFollowsAnother() throws Exception {
        assumeTrue(demo.pairs().getFirst().primary().dialect() instanceof MariaDb, "the statements are MariaDB's");
        int other = demo.pairs().getLast().primary().port();
        demo.pairs()
                .getFirst()
                .primary()
                .execute(
                        "STOP SLAVE",
                        "CHANGE MASTER 'pinion_1_back' TO master_host='127.0.0.1', master_port=" + other
                                + ", master_use_gtid=no");
        demo.close();
        demo = DemoCluster.start(settings, StartProgress.SILENT);
        DemoPair pair = demo.pairs().getFirst();
        try (ManagedServer primary = pair.primary().manage();
                ManagedServer standby = pair.standby().orElseThrow().manage()) {
            assertThat(standby.replication().isRunning()).isTrue();
            assertThat(primary.replication().isRunning()).isFalse();
            // What lets it follow its partner again.
            primary.execute(List.of("RESET SLAVE 'pinion_1_back' ALL", "START SLAVE"));
        }
        new LocalPair(pair.primary(), pair.standby().orElseThrow()).awaitReplicating();
    }

    private Reading.Accepted readTopology() throws Exception {
        Duration timeout = Duration.ofSeconds(10);
        try (CuratorFramework client = ZooKeeperClient.start(demo.zookeeperConnect(), timeout, timeout)) {
            StoredDocument stored =
                    new ZooKeeperStore(client, demo.cluster()).read().orElseThrow();
            return (Reading.Accepted) new TopologyReader().read(stored.json());
        }
    }
}
