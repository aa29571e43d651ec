package io.pinion.integration.testing;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * A real server and the single keyspace {@value #KEYSPACE} on it, for tests that every server must pass: MariaDB always,
 * MySQL 9.7 where one is given.
 */
public final class RealServer {
    public static final String KEYSPACE = "legacy";

    private static final String MYSQL_USER = "pinion_real_server";
    private static final String MYSQL_PASSWORD = "real-server-secret";
    private static final GivenServers MYSQL = GivenServers.mysql97();

    private final SqlDialect dialect;
    private final int version;
    private final String host;
    private final int port;
    private final String rootUser;
    private final String rootPassword;
    private final String user;
    private final String password;

    private RealServer(
            SqlDialect dialect,
            int version,
            String host,
            int port,
            String rootUser,
            String rootPassword,
            String user,
            String password) {
        this.dialect = dialect;
        this.version = version;
        this.host = host;
        this.port = port;
        this.rootUser = rootUser;
        this.rootPassword = rootPassword;
        this.user = user;
        this.password = password;
    }

    /** Those that this machine has; the keyspace's database is there. */
    public static List<RealServer> all() throws SQLException {
        List<RealServer> servers = MYSQL.addresses().isEmpty() ? List.of(mariaDb()) : List.of(mariaDb(), mySql());
        for (RealServer server : servers) {
            server.prepare();
        }
        return servers;
    }

    private static RealServer mariaDb() {
        var server = RealCluster.shared().first();
        return new RealServer(
                SqlDialect.MARIADB,
                110405,
                server.host(),
                server.port(),
                server.rootUser(),
                server.rootPassword(),
                RealCluster.ACCOUNT,
                RealCluster.ACCOUNT_PASSWORD);
    }

    private static RealServer mySql() {
        GivenServers.Address address = MYSQL.addresses().getFirst();
        return new RealServer(
                SqlDialect.MYSQL,
                90704,
                address.host(),
                address.port(),
                "root",
                GivenServers.mysql97Password(),
                MYSQL_USER,
                MYSQL_PASSWORD);
    }

    private void prepare() throws SQLException {
        execute("CREATE DATABASE IF NOT EXISTS " + KEYSPACE);
        if (isMySql()) {
            execute(
                    "CREATE USER IF NOT EXISTS " + user + " IDENTIFIED BY '" + password + "'",
                    "GRANT ALL ON *.* TO " + user,
                    "SET GLOBAL local_infile = 1",
                    "SET GLOBAL log_bin_trust_function_creators = 1");
        }
    }

    public boolean isMySql() {
        return dialect == SqlDialect.MYSQL;
    }

    public String host() {
        return host;
    }

    public int port() {
        return port;
    }

    /** Who Pinion is on this server. */
    public String account() {
        return user;
    }

    public String accountPassword() {
        return password;
    }

    /** A proxy in front of this server. */
    public TestProxy.Builder proxy() {
        return proxyTo(host, port);
    }

    /** A proxy that finds this server behind {@code wire}. */
    public TestProxy.Builder proxyThrough(Wire wire) {
        return proxyTo("127.0.0.1", wire.port());
    }

    /** A proxy in front of this server whose topology has no keyspaces: the server is home to all of its databases. */
    public TestProxy.Builder proxyWithoutKeyspaces() {
        return proxyWithoutKeyspaces(host, port);
    }

    private TestProxy.Builder proxyTo(String where, int at) {
        return proxyWithoutKeyspaces(where, at).keyspace(new Keyspace.Single(KEYSPACE, "pair1"));
    }

    private TestProxy.Builder proxyWithoutKeyspaces(String where, int at) {
        PlanCache cache = new PlanCache(500);
        FingerprintKey key = new FingerprintKey(1, 2);
        return TestProxy.builder()
                .primary("pair1", where, at)
                .account(user, password)
                .planner(() -> Planners.make(cache, key, dialect, version));
    }

    /** As the superuser, not through Pinion. */
    public void execute(String... statements) throws SQLException {
        try (Connection root = root();
                Statement statement = root.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The superuser's own connection; the caller closes it. */
    public Connection root() throws SQLException {
        return connect(host, port, "", rootUser, rootPassword, "");
    }

    /** A client of {@code proxy} in the keyspace. */
    public static Connection connect(TestProxy proxy) throws SQLException {
        return connect(proxy, "");
    }

    /** @param options of Connector/J, each with {@code &} in front */
    public static Connection connect(TestProxy proxy, String options) throws SQLException {
        return connect("127.0.0.1", proxy.port(), KEYSPACE, TestProxy.USER, TestProxy.PASSWORD, options);
    }

    private static Connection connect(
            String host, int port, String database, String user, String password, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=10000&socketTimeout=20000"
                        + options,
                user,
                password);
    }

    /** For the names of tests. */
    @Override
    public String toString() {
        return isMySql() ? "MySQL" : "MariaDB";
    }

    /** For {@code @MethodSource}. */
    public static Stream<RealServer> servers() throws SQLException {
        return all().stream();
    }
}
