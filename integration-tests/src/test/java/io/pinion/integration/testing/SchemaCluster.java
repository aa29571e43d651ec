package io.pinion.integration.testing;

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
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.server.bootstrap.RunningProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;

/**
 * Two real servers, each a pair, with 64 empty shards of an id keyspace and of a mod keyspace, an empty database that isn't
 * sharded, and a ZooKeeper: what proxies need that change tables. Shards 0 to 31 are on the first server, and the others with
 * the unsharded database on the second.
 */
public final class SchemaCluster implements AutoCloseable {
    public static final int SHARDS = 64;
    public static final String CLUSTER = "schema";

    private static final String ACCOUNT = "pinion_ddl";

    /** Made by hand with the rights of its user, as operators may do. */
    private static final String LOOKUP_ACCOUNT = "pinion_ddl_lookup";

    private static final String SECRET = "ddl-secret";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path directory;
    private final List<Address> addresses;
    private final Optional<LocalServers> servers;
    private final List<LocalServer> local;
    private final EmbeddedZooKeeper zooKeeper;
    private int proxies;

    /** Where a server is, with root's password. */
    private record Address(int port, String password) {}

    private SchemaCluster(
            Path directory, List<Address> addresses, Optional<LocalServers> servers, List<LocalServer> local)
            throws IOException {
        this.directory = directory;
        this.addresses = addresses;
        this.servers = servers;
        this.local = local;
        this.zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
    }

    public static SchemaCluster ofMariaDb(Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory);
        List<LocalServer> started =
                List.of(servers.start(ServerSpec.single("ddl-a")), servers.start(ServerSpec.single("ddl-b")));
        List<Address> addresses = new ArrayList<>();
        for (LocalServer server : started) {
            server.fence(false);
            addresses.add(new Address(server.port(), server.rootPassword()));
        }
        SchemaCluster cluster = new SchemaCluster(directory, addresses, Optional.of(servers), started);
        cluster.fill();
        return cluster;
    }

    /** In front of the two servers that were given. */
    public static SchemaCluster ofMySql97(Path directory) throws Exception {
        List<Address> addresses = GivenServers.mysql97().addresses().stream()
                .map(address -> new Address(address.port(), GivenServers.mysql97Password()))
                .toList();
        SchemaCluster cluster = new SchemaCluster(directory, addresses, Optional.empty(), List.of());
        cluster.fill();
        return cluster;
    }

    private void fill() throws Exception {
        drop();
        for (int server = 0; server < 2; server++) {
            try (Connection connection = connect(server);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE USER '" + ACCOUNT + "'@'%' IDENTIFIED BY '" + SECRET + "'");
                statement.execute("GRANT ALL ON *.* TO '" + ACCOUNT + "'@'%'");
                statement.execute("CREATE USER '" + LOOKUP_ACCOUNT + "'@'%' IDENTIFIED BY '" + SECRET + "'");
                statement.execute("GRANT ALL ON `ddlm_____`.* TO '" + LOOKUP_ACCOUNT + "'@'%'");
                for (int shard = server * SHARDS / 2; shard < (server + 1) * SHARDS / 2; shard++) {
                    statement.execute("CREATE DATABASE " + database(shard));
                    statement.execute("CREATE DATABASE " + modDatabase(shard));
                }
                statement.execute("CREATE DATABASE legacy");
            }
        }
        try (CuratorFramework client = ZooKeeperClient.start(zooKeeper.connectString(), TIMEOUT, TIMEOUT)) {
            TopologyEditor editor = new TopologyEditor(new ZooKeeperStore(client, CLUSTER));
            if (editor.set(topology(), OptionalLong.empty()) instanceof TopologyEditor.Outcome.Refused refused) {
                throw new IllegalStateException(refused.problems().toString());
            }
        }
    }

    private String topology() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), SECRET);
        String ranges = """
                [{"range": [0, 31], "pair": "pair1"}, {"range": [32, 63], "pair": "pair2"}]""";
        return """
                {"cluster": "%s",
                 "servers": {"A": "127.0.0.1:%d", "B": "127.0.0.1:%d"},
                 "pairs": {"pair1": {"primary": "A"}, "pair2": {"primary": "B"}},
                 "keyspaces": {
                   "pinterest": {"kind": "id", "database": "ddl%%05d", "ranges": %s},
                   "lookup": {"kind": "mod", "database": "ddlm%%05d", "shards": 64, "hash": "md5", "ranges": %s},
                   "legacy": {"kind": "single", "pair": "pair2"}},
                 "users": {%s, %s, %s},
                 "accounts": {"data": {"user": "%s", "secret": "file:%s"},
                              "lookup": {"user": "%s", "secret": "file:%s"}}}
                """.formatted(
                        CLUSTER,
                        addresses.get(0).port(),
                        addresses.get(1).port(),
                        ranges,
                        ranges,
                        user("app", "\"*\"", ""),
                        user("admin", "\"*\"", ", \"admin\": true"),
                        user("lookupper", "\"lookup\"", ", \"account\": \"lookup\""),
                        ACCOUNT,
                        secret,
                        LOOKUP_ACCOUNT,
                        secret);
    }

    private static String user(String name, String keyspaces, String more) {
        Verifiers verifiers = Verifiers.of(name);
        return """
                "%s": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": [%s]%s}""".formatted(name, verifiers.nativeVerifier(), verifiers.sha2Verifier(), keyspaces, more);
    }

    public static String database(int shard) {
        return "ddl%05d".formatted(shard);
    }

    public static String modDatabase(int shard) {
        return "ddlm%05d".formatted(shard);
    }

    public EmbeddedZooKeeper zooKeeper() {
        return zooKeeper;
    }

    /** The second server, when it may be stopped. */
    public Optional<LocalServer> second() {
        return local.isEmpty() ? Optional.empty() : Optional.of(local.get(1));
    }

    /** Root's connection to the server of a shard; the caller closes it. */
    public Connection toShard(int shard) throws SQLException {
        return connect(shard < SHARDS / 2 ? 0 : 1);
    }

    /** Where JDBC finds a shard's server; options may follow. */
    public String addressOfShard(int shard) {
        return "jdbc:mysql://127.0.0.1:"
                + addresses.get(shard < SHARDS / 2 ? 0 : 1).port()
                + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    public int portOfShard(int shard) {
        return addresses.get(shard < SHARDS / 2 ? 0 : 1).port();
    }

    public String rootPassword(int shard) {
        return addresses.get(shard < SHARDS / 2 ? 0 : 1).password();
    }

    private Connection connect(int server) throws SQLException {
        Address address = addresses.get(server);
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + address.port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&allowLoadLocalInfile=true&useServerPrepStmts=true",
                "root",
                address.password());
    }

    /** Runs a statement as root on a shard's server. */
    public void onShard(int shard, String sql) throws SQLException {
        try (Connection connection = toShard(shard);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public RunningProxy startProxy() throws Exception {
        return RunningProxy.start(settings(), Secrets.ofProcess(), "test");
    }

    /** Its topology is a file; the shards are the same. */
    public RunningProxy startProxyOfFile() throws Exception {
        Path file = Files.writeString(newDirectory().resolve("topology.json"), topology());
        return RunningProxy.start(
                settings().withTopology(TopologySettings.DEFAULT.withFile(file)), Secrets.ofProcess(), "test");
    }

    private Settings settings() {
        return Settings.DEFAULT
                .withDataDirectory(directory.resolve("proxy" + proxies++))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withZooKeeper(zooKeeper.connectString(), CLUSTER));
    }

    /** Files of a proxy that runs as a process of its own. */
    public Path newDirectory() throws IOException {
        return Files.createDirectories(directory.resolve("proxy" + proxies++));
    }

    private void drop() throws SQLException {
        for (int server = 0; server < 2; server++) {
            try (Connection connection = connect(server);
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP USER IF EXISTS '" + ACCOUNT + "'@'%', '" + LOOKUP_ACCOUNT + "'@'%'");
                for (int shard = 0; shard < SHARDS; shard++) {
                    statement.execute("DROP DATABASE IF EXISTS " + database(shard));
                    statement.execute("DROP DATABASE IF EXISTS " + modDatabase(shard));
                }
                statement.execute("DROP DATABASE IF EXISTS legacy");
            }
        }
    }

    @Override
    public void close() throws SQLException, IOException {
        if (servers.isEmpty()) {
            drop();
        }
        zooKeeper.close();
        if (servers.isPresent()) {
            servers.get().close();
        }
    }
}
