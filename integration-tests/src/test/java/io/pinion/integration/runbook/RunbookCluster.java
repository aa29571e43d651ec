package io.pinion.integration.runbook;

import static java.util.Objects.requireNonNull;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Secrets;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.PairCluster;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pair {@code p} of servers PA and PB with shards 0 to 3, perhaps {@code q} of QA and QB with 4 to 7, or an empty server PC; a
 * ZooKeeper {@code zk1}, and {@code proxy1} and {@code proxy2}. The operator is at the first proxy, the application at the second.
 */
final class RunbookCluster implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RunbookCluster.class);

    static final String USER = "admin";
    static final String PASSWORD = "admin-password";

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final String NAME = "main";

    /** To be closed in reverse. Less than all when the start has failed. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final Path directory;
    private final Uniform uniform = new Uniform();
    private final Map<String, LocalServer> servers = new LinkedHashMap<>();
    private final Map<String, RunningProxyAt> proxies = new HashMap<>();
    private final EmbeddedZooKeeper zooKeeper;
    private final CuratorFramework client;

    /** What there is besides the pair p. */
    enum Besides {
        NOTHING,
        EMPTY_SERVER,
        PAIR_Q
    }

    RunbookCluster(Path directory, Besides besides) throws Exception {
        this.directory = directory;
        try {
            LocalServers local = LocalServers.open(directory.resolve("servers"));
            opened.push(local);
            startServers(local, besides);
            zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
            opened.push(zooKeeper);
            uniform.name(zooKeeper.connectString(), "zk1:2181");
            client = ZooKeeperClient.start(zooKeeper.connectString(), TIMEOUT, TIMEOUT);
            opened.push(client);
            editor().set(RunbookTopology.of(servers.values(), NAME), OptionalLong.empty());
            for (int number = 1; number <= 2; number++) {
                startProxy(number);
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private void startServers(LocalServers local, Besides besides) throws Exception {
        List<LocalPair> pairs = new ArrayList<>();
        pairs.add(LocalPair.start(local, "P", 1));
        if (besides == Besides.PAIR_Q) {
            pairs.add(LocalPair.start(local, "Q", 2));
        }
        for (LocalPair pair : pairs) {
            add(pair.primary());
            add(pair.standby());
        }
        if (besides == Besides.EMPTY_SERVER) {
            add(local.start(new ServerSpec("PC", 13, 1, 0, List.of())));
        }
        for (int pair = 0; pair < pairs.size(); pair++) {
            RunbookTopology.fill(pairs.get(pair), pair);
        }
    }

    private void add(LocalServer server) throws SQLException {
        servers.put(server.name(), server);
        uniform.name(
                server.host() + ":" + server.port(),
                "10.0.%d.%d:3306"
                        .formatted(
                                server.name().charAt(0) == 'P' ? 1 : 2,
                                server.name().charAt(1) - 'A' + 1));
        try (ManagedServer root = server.manage()) {
            root.createAccounts(RunbookTopology.accounts());
        }
    }

    private void startProxy(int number) throws Exception {
        int port = FreePorts.next();
        int http = FreePorts.next();
        String machine = "10.0.9." + number;
        uniform.name("127.0.0.1:" + port, machine + ":3306");
        uniform.name("127.0.0.1:" + http, machine + ":9104");
        String name = "proxy" + number;
        TopologySettings topology = new TopologySettings(
                Optional.empty(),
                Optional.of(zooKeeper.connectString()),
                NAME,
                // So that the loss of ZooKeeper shows soon.
                Duration.ofSeconds(6),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Optional.of(name));
        RunningProxyAt proxy = new RunningProxyAt(
                port,
                RecordCopy.of(Settings.DEFAULT, Map.of("pairs", PairCluster.PASSIVE))
                        .withDataDirectory(directory.resolve(name))
                        .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", port))
                        .withHttp(new HttpSettings(true, "127.0.0.1", http))
                        .withTopology(topology),
                new Secrets(RunbookTopology::secret));
        opened.push(proxy);
        proxy.start();
        proxies.put(name, proxy);
    }

    Uniform uniform() {
        return uniform;
    }

    TopologyEditor editor() {
        return new TopologyEditor(new ZooKeeperStore(client, NAME));
    }

    OperationJournal journal() {
        return new ZooKeeperJournal(client, NAME);
    }

    LocalServer server(String name) {
        return requireNonNull(servers.get(name), name);
    }

    int port(int proxy) {
        return proxy("proxy" + proxy).port();
    }

    private RunningProxyAt proxy(String name) {
        return requireNonNull(proxies.get(name), name);
    }

    /** @param place a server's name, a proxy's, {@code mysql} or {@code app} */
    Connection connect(String place) throws SQLException {
        if (servers.containsKey(place)) {
            return server(place).connect();
        }
        return switch (place) {
            case "mysql", "proxy1" -> connect(1, "");
            case "app" -> connect(2, "pinterest");
            case "proxy2" -> connect(2, "");
            default -> throw new IllegalArgumentException("nobody types statements at " + place);
        };
    }

    private Connection connect(int proxy, String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port(proxy) + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000",
                USER,
                PASSWORD);
    }

    /**
     * Does what a command on a machine would.
     *
     * @param place a server's name, a proxy's or {@code zk1}
     */
    void act(String place, String command) throws Exception {
        String what = place.startsWith("proxy") ? "proxy" : servers.containsKey(place) ? "server" : place;
        switch (what + ": " + command) {
            case "server: kill -9 $(pidof mariadbd)" -> server(place).kill9();
            case "server: systemctl stop mariadb" -> server(place).stop();
            case "server: systemctl start mariadb" -> server(place).start();
            case "server: systemctl restart mariadb" -> server(place).restart();
            case "zk1: systemctl stop zookeeper" -> zooKeeper.stop();
            case "zk1: systemctl start zookeeper" -> zooKeeper.start();
            case "proxy: systemctl stop pinion" -> proxy(place).stop();
            case "proxy: systemctl start pinion" -> proxy(place).start();
            case "zk1: zkCli.sh set /pinion/main/topology \"$(cat wrong.json)\"" -> write("wrong.json");
            case "zk1: zkCli.sh set /pinion/main/topology \"$(cat renamed.json)\"" -> write("renamed.json");
            default -> throw new IllegalArgumentException("nobody knows how to do this at " + place + ": " + command);
        }
    }

    private void write(String file) throws Exception {
        client.setData()
                .forPath(
                        "/pinion/" + NAME + "/topology",
                        Files.readAllBytes(operatorsDirectory().resolve(file)));
    }

    /** In which the operator's own commands run; it has a proxy's settings, as far as commands read them. */
    Path operatorsDirectory() throws IOException {
        Path own = Files.createDirectories(directory.resolve("operator"));
        Files.writeString(
                own.resolve("pinion.yaml"),
                "topology:\n  zookeeper: %s\n  cluster: %s\n".formatted(zooKeeper.connectString(), NAME));
        return own;
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                // The others must still be ended.
                log.warn("a part of the cluster did not end cleanly", e);
            }
        }
    }
}
