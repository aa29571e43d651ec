package io.pinion.integration.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.PairSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.ProxyRegistry;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.Verifiers;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.promotion.PromotionTimeouts;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;

/** The pair {@code p} of servers A and B, perhaps {@code q} of C and D, a ZooKeeper and two proxies, whose users may do everything. */
public final class PairCluster {
    public static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** A proxy that goes on with no operation whose proxy has died. */
    public static final PairSettings WITHOUT_TAKEOVERS =
            RecordCopy.of(PairSettings.DEFAULT, Map.of("resumeAbandonedOperations", false));

    /** A proxy that does nothing with pairs that nobody has told it to. */
    public static final PairSettings PASSIVE = RecordCopy.of(WITHOUT_TAKEOVERS, Map.of("openRestartedPrimary", false));

    private static final String CLUSTER = "promotion";
    public static final String PASSWORD = "app-password";
    private static final Secrets SECRETS =
            new Secrets(Map.of("DATA", "data-secret", "MONITOR", "monitor-secret", "OPERATOR", "operator-secret")::get);
    private static final List<String> TABLES = List.of(
            "CREATE DATABASE shop",
            "CREATE TABLE shop.rows_of (id VARCHAR(40) PRIMARY KEY, n INT)",
            "CREATE DATABASE db00000",
            "CREATE DATABASE db00001",
            "CREATE TABLE db00000.pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)",
            "CREATE TABLE db00001.pins LIKE db00000.pins");

    /** To be closed in reverse. Less than all when the start has failed. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final List<RunningProxy> proxies = new ArrayList<>();
    private final ManagedServer first;
    private final ManagedServer second;
    private final List<ManagedServer> others;
    private final EmbeddedZooKeeper zooKeeper;
    private final CuratorFramework client;

    /**
     * @param first takes writes, as root
     * @param second may take writes
     * @param stop stops both servers, also when this start fails
     */
    public PairCluster(Path directory, ManagedServer first, ManagedServer second, AutoCloseable stop) throws Exception {
        this(directory, first, second, stop, PASSIVE);
    }

    /** Pairs p and q of MariaDB, or p of MySQL; its proxies do nothing that nobody has told them to. */
    public static PairCluster start(ServerProduct product, Path directory) throws Exception {
        StartedServers started =
                switch (product) {
                    case MARIADB -> product.startPairs(directory);
                    case MYSQL97 -> product.startPair(directory);
                };
        List<ManagedServer> servers = started.all();
        return new PairCluster(
                directory, servers.get(0), servers.get(1), servers.subList(2, servers.size()), started.end(), PASSIVE);
    }

    /** @param pairs of both proxies; above, they do nothing that nobody has told them to */
    public PairCluster(
            Path directory, ManagedServer first, ManagedServer second, AutoCloseable stop, PairSettings pairs)
            throws Exception {
        this(directory, first, second, List.of(), stop, pairs);
    }

    /** @param others C and D, or none; C takes writes */
    public PairCluster(
            Path directory,
            ManagedServer first,
            ManagedServer second,
            List<ManagedServer> others,
            AutoCloseable stop,
            PairSettings pairs)
            throws Exception {
        this.first = first;
        this.second = second;
        this.others = others;
        opened.push(stop);
        opened.push(first);
        opened.push(second);
        others.forEach(opened::push);
        try {
            fill();
            zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
            opened.push(zooKeeper);
            client = ZooKeeperClient.start(zooKeeper.connectString(), TIMEOUT, TIMEOUT);
            opened.push(client);
            editor().set(topology(), OptionalLong.empty());
            for (String name : List.of("one", "two")) {
                addProxy(directory.resolve(name), pairs, zooKeeper.connectString());
            }
            Conditions.await(() -> registry().list().size() == 2);
        } catch (Exception e) {
            stop();
            throw e;
        }
    }

    private void fill() throws SQLException {
        for (ManagedServer root : servers()) {
            root.createAccounts(List.of(
                    ServerAccount.of(AccountRole.DATA, "127.0.0.1", "data-secret"),
                    ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "monitor-secret"),
                    ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", "operator-secret")));
        }
        second.fence(TIMEOUT);
        if (!others.isEmpty()) {
            others.get(1).fence(TIMEOUT);
        }
        first.execute(TABLES);
        replication().awaitCaughtUp(TIMEOUT);
    }

    /** The first is the primary of p; with four, the third is that of q. As root. */
    public List<ManagedServer> servers() {
        List<ManagedServer> servers = new ArrayList<>(List.of(first, second));
        servers.addAll(others);
        return servers;
    }

    /** @param zooKeeperAt the way of this proxy to ZooKeeper */
    public void addProxy(Path directory, PairSettings pairs, String zooKeeperAt) throws Exception {
        proxies.add(start(directory, pairs, zooKeeperAt));
        opened.push(proxies.getLast());
    }

    public int zooKeeperPort() {
        return zooKeeper.port();
    }

    public ProxyRegistry registry() {
        return new ProxyRegistry(client, CLUSTER);
    }

    private static RunningProxy start(Path directory, PairSettings pairs, String zooKeeperAt) throws Exception {
        return RunningProxy.start(
                RecordCopy.of(Settings.DEFAULT, Map.of("pairs", pairs, "pool", MoveCluster.PATIENT))
                        .withDataDirectory(directory)
                        .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                        .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                        .withTopology(TopologySettings.DEFAULT.withZooKeeper(zooKeeperAt, CLUSTER)),
                SECRETS,
                "test");
    }

    private String topology() {
        Verifiers app = Verifiers.of(PASSWORD);
        return """
            {"cluster": "%s",
             "servers": {"A": "127.0.0.1:%d", "B": "127.0.0.1:%d"%s},
             "pairs": {"p": {"primary": "A", "standby": "B"}%s},
             "keyspaces": {
               "shop": {"kind": "single", "pair": "p"},
               "pinterest": {"kind": "id", "database": "db%%05d", "ranges": [{"range": [0, 1], "pair": "p"}],
                 "tables": {"pins": {"kind": "object", "type": 1}}}},
             "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
             "accounts": {"data": {"user": "%s", "secret": "env:DATA"},
                          "monitor": {"user": "%s", "secret": "env:MONITOR"},
                          "operator": {"user": "%s", "secret": "env:OPERATOR"}}}
            """.formatted(
                CLUSTER,
                first.port(),
                second.port(),
                others.isEmpty()
                        ? ""
                        : ", \"C\": \"127.0.0.1:%d\", \"D\": \"127.0.0.1:%d\""
                                .formatted(others.get(0).port(), others.get(1).port()),
                others.isEmpty() ? "" : ", \"q\": {\"primary\": \"C\", \"standby\": \"D\"}",
                app.nativeVerifier(),
                app.sha2Verifier(),
                AccountRole.DATA.userName(),
                AccountRole.MONITOR.userName(),
                AccountRole.OPERATOR.userName());
    }

    public Replication replication() {
        return new Replication(first, second);
    }

    public TopologyEditor editor() {
        return new TopologyEditor(new ZooKeeperStore(client, CLUSTER));
    }

    public OperationJournal journal() {
        return new ZooKeeperJournal(client, CLUSTER);
    }

    /**
     * As on a proxy that hasn't heard of the topology's changes for a while.
     *
     * @param behind what runs there
     */
    public Promotions promotionsBehind(Topology behind) {
        return new Promotions(services(() -> behind, journal()), PromotionTimeouts.DEFAULT);
    }

    /** The same. */
    public PairOperations pairsBehind(Topology behind) {
        return new PairOperations(services(() -> behind, journal()));
    }

    /** What a third proxy would work with, whose journal is this one. */
    public OperationServices services(OperationJournal journal) {
        return services(this::topologyNow, journal);
    }

    public Topology topologyNow() {
        try {
            return editor().current();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private OperationServices services(Supplier<Topology> topology, OperationJournal journal) {
        return new OperationServices(
                topology,
                new ZooKeeperStore(client, CLUSTER),
                journal,
                access(),
                registry()::list,
                CopyBounds.NONE,
                () -> "third");
    }

    public static ServerAccess access() {
        return new ServerAccess(SECRETS, Map::of);
    }

    /**
     * As when a proxy dies behind the fence.
     *
     * @return the server that would have been the primary
     */
    public String breakOff(Connection operator) throws Exception {
        return breakOff(operator, "taking over");
    }

    /** @param step what it had written down last */
    public String breakOff(Connection operator, String step) throws Exception {
        String from = primary(operator);
        String to = from.equals("A") ? "B" : "A";
        journal()
                .create(
                        new Task.Promotion("p", from, to, Manner.PLANNED),
                        new Origin("app", "operator", List.of(), Instant.now()),
                        Progress.beginning(0, "dead", Instant.now()).in(step));
        editor().change(now -> now.withPair(now.pair("p").orElseThrow().withHeld(true)), 0);
        (from.equals("A") ? first : second).fence(TIMEOUT);
        return to;
    }

    /** To the keyspace shop. An answer may take as long as a promotion waits for a standby that is behind. */
    public Connection connect(int proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port(proxy)
                        + "/shop?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000",
                "app",
                PASSWORD);
    }

    public int port(int proxy) {
        return proxies.get(proxy).address().getPort();
    }

    /** The server's name, as the proxy of this connection knows it. */
    public static String primary(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst().get(1);
    }

    public static List<String> lastOperation(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW OPERATIONS").getLast();
    }

    /** Also on a shard that has never had a row, and may have lost one. */
    public static void requireIdsPassedOver(Connection client) throws SQLException {
        for (String shard : List.of("db00000", "db00001")) {
            Jdbc.execute(client, "INSERT INTO " + shard + ".pins (data) VALUES ('new')");
            assertThat(Long.parseLong(
                            String.valueOf(Jdbc.value(client, "SELECT MAX(local_id) FROM " + shard + ".pins"))))
                    .as(shard)
                    .isGreaterThan(1_000_000);
        }
    }

    public static void write(Connection writer) throws SQLException {
        Jdbc.execute(writer, "REPLACE INTO rows_of VALUES ('it goes on', 1)");
        Jdbc.execute(writer, "DELETE FROM rows_of WHERE id = 'it goes on'");
    }

    /** Whether a client may, as when its proxy doesn't know of another primary yet. */
    public static boolean writes(Connection writer) {
        try {
            write(writer);
            return true;
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** A promotion by force doesn't wait until other proxies know. */
    public static void awaitKnown(Connection client) {
        Conditions.await("the other proxy knows", TIMEOUT, () -> writes(client));
    }

    public void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
