package io.pinion.integration.pair;

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
import io.pinion.integration.testing.MoveCluster;
import io.pinion.operations.engine.CopyBounds;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ServerAccess;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;

/** A ZooKeeper, two proxies and a topology that has accounts and a user, and no server. */
public final class PairlessCluster {
    public static final Duration TIMEOUT = Duration.ofMinutes(1);
    public static final String PASSWORD = "app-password";

    public static final String CLUSTER = "new";
    private static final Map<String, String> VARIABLES = Map.of(
            "DATA", "data-secret",
            "MONITOR", "monitor-secret",
            "OPERATOR", "operator-secret",
            "REPLICATION", "replication-secret");

    /** To be closed in reverse. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final List<RunningProxy> proxies = new ArrayList<>();
    private final EmbeddedZooKeeper zooKeeper;
    private final CuratorFramework client;

    /**
     * @param version that of the servers, by which clients are greeted
     * @param pairs of both proxies
     */
    PairlessCluster(Path directory, String version, PairSettings pairs) throws Exception {
        try {
            zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
            opened.push(zooKeeper);
            client = ZooKeeperClient.start(zooKeeper.connectString(), TIMEOUT, TIMEOUT);
            opened.push(client);
            editor().set(topology(), OptionalLong.empty());
            for (String name : List.of("one", "two")) {
                addProxy(directory.resolve(name), version, pairs);
            }
            Conditions.await(() -> registry().list().size() == 2);
        } catch (Exception e) {
            stop();
            throw e;
        }
    }

    public void addProxy(Path directory, String version, PairSettings pairs) throws Exception {
        proxies.add(start(directory, version, pairs, zooKeeper.connectString()));
        opened.push(proxies.getLast());
    }

    private static RunningProxy start(Path directory, String version, PairSettings pairs, String zooKeeperAt)
            throws Exception {
        return RunningProxy.start(
                RecordCopy.of(Settings.DEFAULT, Map.of("pairs", pairs, "pool", MoveCluster.PATIENT))
                        .withDataDirectory(directory)
                        .withListener(RecordCopy.of(
                                ListenerSettings.DEFAULT.at("127.0.0.1", 0),
                                Map.of("serverVersion", Optional.of(version))))
                        .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                        .withTopology(TopologySettings.DEFAULT.withZooKeeper(zooKeeperAt, CLUSTER)),
                new Secrets(VARIABLES::get),
                "test");
    }

    private static String topology() {
        Verifiers app = Verifiers.of(PASSWORD);
        return """
            {"cluster": "%s",
             "servers": {}, "pairs": {}, "keyspaces": {},
             "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
             "accounts": {"data": {"user": "%s", "secret": "env:DATA"},
                          "monitor": {"user": "%s", "secret": "env:MONITOR"},
                          "operator": {"user": "%s", "secret": "env:OPERATOR"},
                          "replication": {"user": "%s", "secret": "env:REPLICATION"}}}
            """.formatted(
                        CLUSTER,
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        AccountRole.DATA.userName(),
                        AccountRole.MONITOR.userName(),
                        AccountRole.OPERATOR.userName(),
                        AccountRole.REPLICATION.userName());
    }

    private ProxyRegistry registry() {
        return new ProxyRegistry(client, CLUSTER);
    }

    public TopologyEditor editor() {
        return new TopologyEditor(new ZooKeeperStore(client, CLUSTER));
    }

    public Topology topologyNow() throws Exception {
        return editor().current();
    }

    public OperationJournal journal() {
        return new ZooKeeperJournal(client, CLUSTER);
    }

    /** What a further proxy would work with, whose journal is this one. */
    public OperationServices services(OperationJournal journal) {
        return new OperationServices(
                this::stored,
                new ZooKeeperStore(client, CLUSTER),
                journal,
                new ServerAccess(new Secrets(VARIABLES::get), Map::of),
                registry()::list,
                CopyBounds.NONE,
                () -> "third");
    }

    private Topology stored() {
        try {
            return topologyNow();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public int port(int proxy) {
        return proxies.get(proxy).address().getPort();
    }

    /** As the command line does it, which asks no server for anything, since there may be none. */
    public Connection operator(int proxy) throws SQLException {
        return connect(
                proxy,
                "",
                "&cacheServerConfiguration=true&serverConfigCacheFactory=io.pinion.cli.KnownVariables"
                        + "&useLocalSessionState=true&characterSetResults=UTF-8");
    }

    public Connection connect(int proxy, String database) throws SQLException {
        return connect(proxy, database, "");
    }

    private Connection connect(int proxy, String database, String properties) throws SQLException {
        return connect(proxy, database, properties, "app", PASSWORD);
    }

    public Connection connect(int proxy, String database, String properties, String user, String password)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port(proxy) + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=120000" + properties,
                user,
                password);
    }

    public void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
