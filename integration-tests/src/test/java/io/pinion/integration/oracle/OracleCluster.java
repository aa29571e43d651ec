package io.pinion.integration.oracle;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Verifiers;
import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.Dice;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.RealCluster;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Two real servers with half of the shards each, a proxy in front of them as {@code pinion serve} starts it, and, on the
 * first, a database that has the same rows without shards.
 */
final class OracleCluster implements AutoCloseable {
    private static final int KEYED_AT_A_TIME = 4;
    private static final String PLAIN = "oracle_plain";
    private static final String ACCOUNT = "pinion_oracle";
    private static final String SECRET = "oracle-secret";
    private static final String TOPOLOGY = """
            {"generation": 1, "cluster": "oracle",
             "servers": {"A": "%s", "B": "%s"},
             "pairs": {"pair1": {"primary": "A"}, "pair2": {"primary": "B"}}, "home": "pair1",
             "keyspaces": {
               "%s": {"kind": "id", "database": "oid%%05d", "ranges": %s, "tables": {
                 "things": {"kind": "object", "type": %d},
                 "notes": {"kind": "object", "type": %d, "colocate": "thing_id"},
                 "thing_has_notes": {"kind": "mapping", "from": "thing_id", "to": "note_id"},
                 "kinds": {"kind": "reference"}}},
               "%s": {"kind": "mod", "database": "omd%%05d", "shards": %d, "hash": "md5", "ranges": %s, "tables": {
                 %s}}},
             "users": {"%s": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
             "accounts": {"data": {"user": "%s", "secret": "env:SECRET"}}}
            """;

    private final List<Address> servers;
    private final boolean mySql;
    private final List<OracleTable> tables;
    private final RunningProxy proxy;

    /** Where a server listens, and as whom one may do anything. */
    record Address(String host, int port, String rootUser, String rootPassword) {
        Connection connect(String options) throws SQLException {
            return OracleCluster.connect(host, port, "", rootUser, rootPassword, options);
        }
    }

    private OracleCluster(List<Address> servers, boolean mySql, List<OracleTable> tables, RunningProxy proxy) {
        this.servers = servers;
        this.mySql = mySql;
        this.tables = tables;
        this.proxy = proxy;
    }

    static List<Address> mariaDb() {
        List<Address> addresses = new ArrayList<>();
        for (LocalServer server :
                List.of(RealCluster.shared().first(), RealCluster.shared().second())) {
            addresses.add(new Address(server.host(), server.port(), server.rootUser(), server.rootPassword()));
        }
        return addresses;
    }

    /** The one or two that were given; none otherwise. */
    static List<Address> mySql() {
        return GivenServers.mysql97().addresses().stream()
                .map(given -> new Address(given.host(), given.port(), "root", GivenServers.mysql97Password()))
                .toList();
    }

    static OracleCluster start(List<Address> servers, boolean mySql, Path directory) throws Exception {
        List<OracleTable> tables = new ArrayList<>(Schema.tables(mySql));
        tables.addAll(KeyedTables.all(mySql));
        for (Address server : servers) {
            try (Connection root = server.connect("");
                    Statement statement = root.createStatement()) {
                statement.execute("DROP USER IF EXISTS " + ACCOUNT);
                statement.execute("CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + SECRET + "'");
                statement.execute("GRANT ALL ON *.* TO " + ACCOUNT);
            }
        }
        createShards(servers, tables);
        RunningProxy proxy = RunningProxy.start(
                settings(servers, tables, directory), new Secrets(Map.of("SECRET", SECRET)::get), "test");
        return new OracleCluster(servers, mySql, tables, proxy);
    }

    private static Settings settings(List<Address> servers, List<OracleTable> tables, Path directory)
            throws IOException {
        Verifiers app = Verifiers.of(TestProxy.PASSWORD);
        int half = Schema.SHARDS / 2;
        String ranges = "[{\"range\": [0, %d], \"pair\": \"pair1\"}, {\"range\": [%d, %d], \"pair\": \"pair2\"}]"
                .formatted(half - 1, half, Schema.SHARDS - 1);
        Path topology = Files.writeString(
                directory.resolve("topology.json"),
                TOPOLOGY.formatted(
                        address(servers.getFirst()),
                        address(servers.getLast()),
                        Schema.IDS,
                        ranges,
                        Schema.THINGS,
                        Schema.NOTES,
                        Schema.KEYS,
                        Schema.SHARDS,
                        ranges,
                        hashed(tables),
                        TestProxy.USER,
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        ACCOUNT));
        return Settings.DEFAULT
                .withDataDirectory(directory.resolve("data"))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withFile(topology));
    }

    private static String hashed(List<OracleTable> tables) {
        return tables.stream()
                .filter(table -> table.kind() == OracleTable.Kind.HASHED)
                .map(table -> "\"%s\": {\"kind\": \"hashed\", \"key\": \"%s\"}"
                        .formatted(table.name(), table.columns().getFirst().name()))
                .collect(Collectors.joining(",\n     "));
    }

    private static String address(Address server) {
        return server.host() + ":" + server.port();
    }

    private static void createShards(List<Address> servers, List<OracleTable> tables) throws SQLException {
        try (Connection first = servers.getFirst().connect("");
                Statement plain = first.createStatement()) {
            plain.execute("DROP DATABASE IF EXISTS " + PLAIN);
            plain.execute("CREATE DATABASE " + PLAIN);
            plain.execute("USE " + PLAIN);
            for (OracleTable table : tables) {
                plain.execute(table.definition());
            }
        }
        for (int shard = 0; shard < Schema.SHARDS; shard++) {
            try (Connection root = serverOf(shard, servers).connect("");
                    Statement statement = root.createStatement()) {
                for (String keyspace : List.of(Schema.IDS, Schema.KEYS)) {
                    statement.execute("DROP DATABASE IF EXISTS " + database(keyspace, shard));
                    statement.execute("CREATE DATABASE " + database(keyspace, shard));
                }
                for (OracleTable table : tables) {
                    statement.execute(table.physicalDefinition(database(table.keyspace(), shard)));
                }
            }
        }
    }

    private static Address serverOf(int shard, List<Address> servers) {
        return shard < Schema.SHARDS / 2 ? servers.getFirst() : servers.getLast();
    }

    private static String database(String keyspace, int shard) {
        return (keyspace.equals(Schema.IDS) ? "oid%05d" : "omd%05d").formatted(shard);
    }

    boolean isMySql() {
        return mySql;
    }

    /** Those of {@link Schema}, and behind them some of {@link KeyedTables}. */
    List<OracleTable> tables(Dice dice) {
        int always = Schema.tables(mySql).size();
        List<OracleTable> some = new ArrayList<>(tables.subList(0, always));
        some.addAll(dice.some(KEYED_AT_A_TIME, tables.subList(always, tables.size())));
        return List.copyOf(some);
    }

    /** Gives tables, on both sides, the rows of a seed. */
    void fill(List<OracleTable> some, long seed) throws SQLException {
        Dice dice = new Dice(seed);
        Map<Integer, List<String>> ofShard = new HashMap<>();
        try (Connection first = servers.getFirst().connect("");
                Statement plain = first.createStatement()) {
            first.setAutoCommit(false);
            plain.execute("USE " + PLAIN);
            for (OracleTable table : some) {
                List<List<String>> rows = Rows.draw(table, dice);
                plain.execute("DELETE FROM " + table.name());
                plain.execute(Rows.insert(table.name(), rows));
                for (int shard = 0; shard < Schema.SHARDS; shard++) {
                    int here = shard;
                    String name = database(table.keyspace(), shard) + "." + table.name();
                    List<List<String>> own = rows.stream()
                            .filter(row -> Rows.shard(table, row) == here || Rows.shard(table, row) < 0)
                            .map(row -> Rows.physical(table, row))
                            .toList();
                    List<String> statements = ofShard.computeIfAbsent(shard, any -> new ArrayList<>());
                    statements.add("DELETE FROM " + name);
                    if (!own.isEmpty()) {
                        statements.add(Rows.insert(name, own));
                    }
                }
            }
            first.commit();
        }
        for (Address server : new LinkedHashSet<>(servers)) {
            try (Connection root = server.connect("");
                    Statement statement = root.createStatement()) {
                root.setAutoCommit(false);
                for (Map.Entry<Integer, List<String>> shard : ofShard.entrySet()) {
                    if (serverOf(shard.getKey(), servers).equals(server)) {
                        for (String sql : shard.getValue()) {
                            statement.execute(sql);
                        }
                    }
                }
                root.commit();
            }
        }
    }

    /** A client of Pinion's. */
    Connection sharded(String keyspace) throws SQLException {
        return connect(
                "127.0.0.1",
                proxy.address().getPort(),
                keyspace,
                TestProxy.USER,
                TestProxy.PASSWORD,
                "&useServerPrepStmts=true&cachePrepStmts=false");
    }

    /** A client of the unsharded server. */
    Connection plain() throws SQLException {
        Address server = servers.getFirst();
        return connect(
                server.host(), server.port(), PLAIN, ACCOUNT, SECRET, "&useServerPrepStmts=true&cachePrepStmts=false");
    }

    private static Connection connect(
            String host, int port, String database, String user, String password, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=10000&socketTimeout=30000"
                        + "&yearIsDateType=false&zeroDateTimeBehavior=CONVERT_TO_NULL&connectionTimeZone=UTC" + options,
                user,
                password);
    }

    @Override
    public void close() throws SQLException {
        proxy.close();
        for (int shard = 0; shard < Schema.SHARDS; shard++) {
            try (Connection root = serverOf(shard, servers).connect("");
                    Statement statement = root.createStatement()) {
                statement.execute("DROP DATABASE IF EXISTS " + database(Schema.IDS, shard));
                statement.execute("DROP DATABASE IF EXISTS " + database(Schema.KEYS, shard));
            }
        }
        try (Connection root = servers.getFirst().connect("");
                Statement statement = root.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + PLAIN);
        }
    }
}
