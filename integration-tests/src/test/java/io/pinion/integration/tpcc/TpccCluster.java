package io.pinion.integration.tpcc;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Verifiers;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.ServerProduct;
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
 * Real servers, each a pair, with the empty shards of the keyspace {@value #KEYSPACE}, hashed by the number of the warehouse,
 * whose transactions commit in two phases. What is in the shards comes through proxies.
 */
final class TpccCluster implements AutoCloseable {
    static final String KEYSPACE = "tpcc";
    static final int SHARDS = 16;

    private static final String CLUSTER = "tpcc";
    private static final String ACCOUNT = "pinion_tpcc";
    private static final String SECRET = "tpcc-secret";
    private static final String USER = "app";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path directory;
    private final List<Address> servers;
    private final Optional<LocalServers> own;
    private final EmbeddedZooKeeper zooKeeper;

    private record Address(String host, int port, String password) {}

    private TpccCluster(Path directory, List<Address> servers, Optional<LocalServers> own) throws IOException {
        this.directory = directory;
        this.servers = servers;
        this.own = own;
        this.zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
    }

    static TpccCluster start(ServerProduct product, Path directory) throws Exception {
        return switch (product) {
            case MARIADB -> ofMariaDb(directory);
            case MYSQL97 -> ofMySql97(directory);
        };
    }

    /** Three servers of its own. */
    private static TpccCluster ofMariaDb(Path directory) throws Exception {
        LocalServers local = LocalServers.open(directory);
        List<Address> addresses = new ArrayList<>();
        for (int server = 0; server < 3; server++) {
            LocalServer started = local.start(ServerSpec.single("tpcc" + server));
            started.fence(false);
            addresses.add(new Address(started.host(), started.port(), started.rootPassword()));
        }
        TpccCluster cluster = new TpccCluster(directory, addresses, Optional.of(local));
        cluster.prepare();
        return cluster;
    }

    /** Those that were given, at least two. */
    private static TpccCluster ofMySql97(Path directory) throws Exception {
        List<Address> addresses = GivenServers.mysql97().addresses().stream()
                .map(given -> new Address(given.host(), given.port(), GivenServers.mysql97Password()))
                .toList();
        TpccCluster cluster = new TpccCluster(directory, addresses, Optional.empty());
        cluster.prepare();
        return cluster;
    }

    private void prepare() throws Exception {
        drop();
        for (int server = 0; server < servers.size(); server++) {
            execute(
                    server,
                    "CREATE USER '" + ACCOUNT + "'@'%' IDENTIFIED BY '" + SECRET + "'",
                    "GRANT ALL ON *.* TO '" + ACCOUNT + "'@'%'");
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            execute(serverOf(shard), "CREATE DATABASE " + database(shard));
        }
        try (CuratorFramework client = ZooKeeperClient.start(zooKeeper.connectString(), TIMEOUT, TIMEOUT)) {
            TopologyEditor editor = new TopologyEditor(new ZooKeeperStore(client, CLUSTER));
            if (editor.set(topology(), OptionalLong.empty()) instanceof TopologyEditor.Outcome.Refused refused) {
                throw new IllegalStateException(refused.problems().toString());
            }
        }
    }

    private String topology() throws IOException {
        List<String> names = new ArrayList<>();
        List<String> pairs = new ArrayList<>();
        List<String> ranges = new ArrayList<>();
        for (int server = 0; server < servers.size(); server++) {
            Address address = servers.get(server);
            names.add("\"S%d\": \"%s:%d\"".formatted(server, address.host(), address.port()));
            pairs.add("\"pair%d\": {\"primary\": \"S%d\"}".formatted(server, server));
            ranges.add("{\"range\": [%d, %d], \"pair\": \"pair%d\"}"
                    .formatted(firstShard(server), firstShard(server + 1) - 1, server));
        }
        Verifiers user = Verifiers.of(USER);
        return """
                {"cluster": "%s", "servers": {%s}, "pairs": {%s}, "keyspaces": {
                   "%s": {"kind": "mod", "database": "tpcc%%05d", "shards": %d, "hash": "md5", "transactions": "xa",
                          "ranges": [%s]}},
                 "users": {"%s": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
                 "accounts": {"data": {"user": "%s", "secret": "file:%s"}}}
                """.formatted(
                        CLUSTER,
                        String.join(", ", names),
                        String.join(", ", pairs),
                        KEYSPACE,
                        SHARDS,
                        String.join(", ", ranges),
                        USER,
                        user.nativeVerifier(),
                        user.sha2Verifier(),
                        ACCOUNT,
                        Files.writeString(directory.resolve("secret"), SECRET));
    }

    private int firstShard(int server) {
        return SHARDS * server / servers.size();
    }

    private int serverOf(int shard) {
        int server = servers.size() - 1;
        while (firstShard(server) > shard) {
            server--;
        }
        return server;
    }

    static String database(int shard) {
        return "tpcc%05d".formatted(shard);
    }

    int servers() {
        return servers.size();
    }

    /** A new one, not started. */
    ProxyProcess proxy(String name) throws IOException {
        return new ProxyProcess(directory.resolve(name), zooKeeper.connectString(), CLUSTER);
    }

    /** An application's connection to {@link #KEYSPACE}. */
    static Connection connect(int proxyPort, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxyPort + "/" + KEYSPACE
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=2000" + options,
                USER,
                USER);
    }

    /** Root's own connection to a server; the caller closes it. */
    Connection root(int server) throws SQLException {
        Address address = servers.get(server);
        return DriverManager.getConnection(
                "jdbc:mysql://" + address.host() + ":" + address.port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&rewriteBatchedStatements=true",
                "root",
                address.password());
    }

    /** Root's own connection to the server of a shard; the caller closes it. */
    Connection rootOfShard(int shard) throws SQLException {
        return root(serverOf(shard));
    }

    void execute(int server, String... statements) throws SQLException {
        try (Connection root = root(server);
                Statement statement = root.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private void drop() throws SQLException {
        for (int server = 0; server < servers.size(); server++) {
            execute(
                    server,
                    "DROP USER IF EXISTS '" + ACCOUNT + "'@'%'",
                    "DROP DATABASE IF EXISTS " + Unsharded.DATABASE);
            for (int shard = 0; shard < SHARDS; shard++) {
                execute(server, "DROP DATABASE IF EXISTS " + database(shard));
            }
        }
    }

    @Override
    public void close() throws SQLException, IOException {
        if (own.isEmpty()) {
            drop();
        }
        zooKeeper.close();
        if (own.isPresent()) {
            own.get().close();
        }
    }
}
