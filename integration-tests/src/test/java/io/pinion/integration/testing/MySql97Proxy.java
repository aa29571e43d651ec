package io.pinion.integration.testing;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Verifiers;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A whole proxy in front of a real MySQL 9.7 that was given: an unsharded keyspace {@code wire}, and {@code wire_ids} with
 * two shards. The account is in the server's cache, so that {@link RawClient} can log in there too.
 */
public final class MySql97Proxy implements AutoCloseable {
    public static final String ACCOUNT = "pinion_wire";
    public static final String SECRET = "wire-secret";
    public static final String USER = "app";
    public static final String SINGLE = "wire";
    public static final String SHARDED = "wire_ids";

    private static final GivenServers SERVERS = GivenServers.mysql97();

    private final RunningProxy proxy;

    private MySql97Proxy(RunningProxy proxy) {
        this.proxy = proxy;
    }

    public static MySql97Proxy start(Path directory) throws Exception {
        drop();
        asRoot("CREATE DATABASE " + SINGLE);
        for (int shard = 0; shard < 2; shard++) {
            asRoot("CREATE DATABASE wire_0000" + shard);
            asRoot("CREATE TABLE wire_0000" + shard
                    + ".pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)");
        }
        asRoot("CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + SECRET + "'");
        asRoot("GRANT ALL ON *.* TO " + ACCOUNT);
        connect(SERVERS.addresses().getFirst().port(), SINGLE, ACCOUNT, SECRET).close();
        return new MySql97Proxy(RunningProxy.start(settings(directory), Secrets.ofProcess(), "test"));
    }

    @Override
    public void close() throws SQLException {
        proxy.close();
        drop();
    }

    public int port() {
        return proxy.address().getPort();
    }

    /** A client of Pinion's. */
    public RawClient loggedIn(int capabilities, String database) {
        return loggedIn(port(), USER, USER, capabilities, database);
    }

    /** A client of the server's own. */
    public RawClient direct(int capabilities, String database) {
        return loggedIn(SERVERS.addresses().getFirst().port(), ACCOUNT, SECRET, capabilities, database);
    }

    private static RawClient loggedIn(int port, String user, String password, int capabilities, String database) {
        RawClient client = new RawClient(port);
        RawClient.Answer answer = client.login(user, password, capabilities, database);
        if (answer.errorCode() != 0) {
            throw new IllegalStateException("login refused: " + answer);
        }
        return client;
    }

    /** Connector/J, through Pinion. */
    public Connection connect(String database) throws SQLException {
        return connect(port(), database, USER, USER);
    }

    public static void asRoot(String sql) throws SQLException {
        try (Connection connection =
                        connect(SERVERS.addresses().getFirst().port(), "", "root", GivenServers.mysql97Password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection connect(int port, String database, String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=20000",
                user,
                password);
    }

    private static void drop() throws SQLException {
        for (String database : new String[] {SINGLE, "wire_00000", "wire_00001"}) {
            asRoot("DROP DATABASE IF EXISTS " + database);
        }
        asRoot("DROP USER IF EXISTS " + ACCOUNT);
    }

    private static Settings settings(Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), SECRET);
        Verifiers app = Verifiers.of(USER);
        Path topology = Files.writeString(directory.resolve("topology.json"), """
                {"generation": 1, "cluster": "wire",
                 "servers": {"A": "127.0.0.1:%d"}, "pairs": {"pair1": {"primary": "A"}}, "home": "pair1",
                 "keyspaces": {
                   "%s": {"kind": "id", "database": "wire_%%05d", "ranges": [{"range": [0, 1], "pair": "pair1"}],
                     "tables": {"pins": {"kind": "object", "type": 1, "columns":
                       {"local_id": "bigint unsigned", "data": "longtext"}}}},
                   "%s": {"kind": "single", "pair": "pair1"}},
                 "users": {"%s": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"]}},
                 "accounts": {"data": {"user": "%s", "secret": "file:%s"}}}
                """.formatted(
                        SERVERS.addresses().getFirst().port(),
                        SHARDED,
                        SINGLE,
                        USER,
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        ACCOUNT,
                        secret));
        return Settings.DEFAULT
                .withDataDirectory(directory.resolve("data"))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withFile(topology));
    }
}
