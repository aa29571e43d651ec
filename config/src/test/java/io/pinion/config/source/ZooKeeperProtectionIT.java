package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TreeProtection.ProxiesWithoutUser;
import io.pinion.config.source.ZooKeeperAccess.Digest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user of ZooKeeper's scheme digest keeps to itself, on a real server. */
class ZooKeeperProtectionIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final ZooKeeperAccess OWNER = digest("right");
    private static final ZooKeeperAccess STRANGER = digest("wrong");
    private static final String DOCUMENT = "{\"cluster\": \"main\"}";

    private final TestingServer server = new TestingServer();
    private final List<CuratorFramework> clients = new ArrayList<>();

    ZooKeeperProtectionIT() throws Exception {}

    private static ZooKeeperAccess digest(String password) {
        return new ZooKeeperAccess(
                Optional.of(new Digest("pinion", password)), ZooKeeperTls.OFF, Optional.empty(), Optional.empty());
    }

    private CuratorFramework client(ZooKeeperAccess access) throws Exception {
        CuratorFramework client = ZooKeeperClient.start(server.getConnectString(), access, TIMEOUT, TIMEOUT);
        clients.add(client);
        client.blockUntilConnected(10, TimeUnit.SECONDS);
        return client;
    }

    @AfterEach
    void close() throws Exception {
        clients.forEach(CuratorFramework::close);
        server.close();
    }

    private static void write(CuratorFramework client, String cluster) throws Exception {
        new ZooKeeperStore(client, cluster).replace(OptionalLong.empty(), DOCUMENT, Optional.empty());
    }

    @Test
    void whatAUserMakesIsThatUsersAlone() throws Exception {
        CuratorFramework owner = client(OWNER);
        write(owner, "main");

        assertThat(new ZooKeeperStore(owner, "main").read()).isPresent();
        assertThat(new TreeProtection(owner, "main").warning()).isEmpty();
        for (ZooKeeperAccess other : List.of(STRANGER, ZooKeeperAccess.OPEN)) {
            ZooKeeperStore store = new ZooKeeperStore(client(other), "main");
            assertThatThrownBy(store::read)
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("/pinion/main/topology can't be read (NOAUTH)")
                    .hasMessageContaining("zookeeper.user and zookeeper.secret");
            assertThatThrownBy(() -> store.replace(OptionalLong.of(0), "{}", Optional.empty()))
                    .isInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("can't be written (NOAUTH)");
        }
    }

    @Test
    void anotherClusterHasASecretOfItsOwn() throws Exception {
        write(client(OWNER), "main");
        CuratorFramework second = client(STRANGER);

        write(second, "second");

        assertThat(new ZooKeeperStore(second, "second").read()).isPresent();
        assertThatThrownBy(() -> second.delete().forPath("/pinion/main/topology"))
                .hasMessageContaining("NoAuth");
    }

    @Test
    void aWrongSecretEndsTheStartAlsoWithASavedCopy(@TempDir Path directory) throws Exception {
        write(client(OWNER), "main");
        Path saved = Files.writeString(directory.resolve("saved.json"), DOCUMENT);
        CuratorFramework stranger = client(STRANGER);

        assertThatThrownBy(() -> ZooKeeperSource.open(stranger, "main", Optional.of(saved), TIMEOUT))
                .isInstanceOf(TopologyUnavailable.class)
                .hasMessageContaining("ZooKeeper keeps it for another user");
    }

    @Test
    void anOpenTreeIsToldOfAndProtected() throws Exception {
        CuratorFramework nobody = client(ZooKeeperAccess.OPEN);
        write(nobody, "main");
        nobody.create().creatingParentsIfNeeded().forPath("/pinion/main/operations/op0000000001/progress");
        TreeProtection protection = new TreeProtection(client(OWNER), "main");

        assertThat(protection.warning().orElseThrow())
                .contains(
                        "/pinion/main,", "/pinion/main/topology", "/pinion/main/operations", "pinion topology protect");
        assertThat(protection.protect()).isEqualTo(6);

        assertThat(protection.warning()).isEmpty();
        assertThat(protection.protect()).isZero();
        assertThatThrownBy(() -> nobody.getData().forPath("/pinion/main/operations/op0000000001/progress"))
                .hasMessageContaining("NoAuth");
        // A second cluster of somebody else can still begin beside it.
        write(nobody, "other");
    }

    @Test
    void aProxyWithoutTheUserIsNotLockedOut() throws Exception {
        CuratorFramework nobody = client(ZooKeeperAccess.OPEN);
        write(nobody, "main");
        nobody.create().creatingParentsIfNeeded().forPath("/pinion/main/proxies/10.0.0.1:3306");
        TreeProtection protection = new TreeProtection(client(OWNER), "main");

        assertThatThrownBy(protection::protect)
                .isInstanceOf(ProxiesWithoutUser.class)
                .hasMessageContaining("10.0.0.1:3306 runs without zookeeper.user");
        assertThat(new ZooKeeperStore(nobody, "main").read()).isPresent();
    }

    @Test
    void aPortWithoutTlsIsCalledSo() throws Exception {
        ZooKeeperAccess encrypted =
                new ZooKeeperAccess(Optional.empty(), ZooKeeperTls.VERIFY_IDENTITY, Optional.empty(), Optional.empty());

        assertThat(new ZooKeeperProbe(encrypted).look(server.getConnectString()))
                .contains("can't be used with TLS", "secureClientPort");
        assertThat(new ZooKeeperProbe(ZooKeeperAccess.OPEN).look(server.getConnectString()))
                .contains("takes connections");
        assertThat(new ZooKeeperProbe(ZooKeeperAccess.OPEN).look("127.0.0.1:1")).contains("can't be reached");
    }
}
