package io.pinion.integration.testing;

import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.Verifiers;
import io.pinion.demo.LocalServer;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.commit.XaDecision;
import io.pinion.server.session.XaNames;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.xa.XaRecovery;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Two real servers of one kind, each a pair of its own, with the keyspace {@code bank}: shards 0 to 3 on pair1, 4 to 7 on
 * pair2. Both servers have every shard's database, so that the first alone shows what one server would do. MariaDB always,
 * MySQL 9.7 where two are given.
 */
public final class TwoPairs {
    /** On pair1, as {@link #HERE} is. */
    public static final String HERE_TOO = "bank00001";

    public static final String HERE = "bank00000";

    /** On pair2. */
    public static final String THERE = "bank00004";

    /** Else Connector/J asks before each change whether the session may only read, and refuses the change itself. */
    private static final String NEVER_REFUSED_BY_THE_DRIVER = "&readOnlyPropagatesToServer=false";

    private static final String OPTIONS =
            "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=10000&socketTimeout=60000"
                    + NEVER_REFUSED_BY_THE_DRIVER;

    private static final String USER = "pinion_two_pairs";
    private static final String PASSWORD = "two-pairs-secret";

    private final SqlDialect dialect;
    private final int version;
    private final List<Node> nodes;

    /** A server and how its superuser logs in. */
    private record Node(String host, int port, String user, String password) {
        Connection root() throws SQLException {
            return connect(host, port, OPTIONS, user, password);
        }
    }

    private TwoPairs(SqlDialect dialect, int version, List<Node> nodes) {
        this.dialect = dialect;
        this.version = version;
        this.nodes = nodes;
    }

    /** For {@code @MethodSource}: those that this machine has, with empty accounts. */
    public static Stream<TwoPairs> all() throws SQLException {
        List<TwoPairs> found = new ArrayList<>();
        RealCluster cluster = RealCluster.shared();
        found.add(new TwoPairs(
                SqlDialect.MARIADB,
                110405,
                Stream.of(cluster.first(), cluster.second()).map(TwoPairs::node).toList()));
        List<GivenServers.Address> given = GivenServers.mysql97().addresses();
        if (given.size() > 1) {
            found.add(new TwoPairs(
                    SqlDialect.MYSQL,
                    90704,
                    given.stream()
                            .limit(2)
                            .map(address ->
                                    new Node(address.host(), address.port(), "root", GivenServers.mysql97Password()))
                            .toList()));
        }
        for (TwoPairs pairs : found) {
            pairs.prepare();
        }
        return found.stream();
    }

    private static Node node(LocalServer server) {
        return new Node(server.host(), server.port(), server.rootUser(), server.rootPassword());
    }

    private void prepare() throws SQLException {
        for (int node = 0; node < 2; node++) {
            List<String> statements = new ArrayList<>();
            statements.add("CREATE USER IF NOT EXISTS " + USER + " IDENTIFIED BY '" + PASSWORD + "'");
            statements.add("GRANT ALL ON *.* TO " + USER);
            statements.add("CREATE DATABASE IF NOT EXISTS " + XaDecision.DATABASE);
            statements.add(XaDecision.CREATE_TABLE);
            for (int shard = 0; shard < 8; shard++) {
                statements.add("DROP DATABASE IF EXISTS bank%05d".formatted(shard));
                statements.add("CREATE DATABASE bank%05d".formatted(shard));
                statements.add(
                        "CREATE TABLE bank%05d.account (id INT PRIMARY KEY, balance INT NOT NULL)".formatted(shard));
                statements.add(("CREATE TABLE bank%05d.things (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,"
                                + " data VARCHAR(100) UNIQUE)")
                        .formatted(shard));
            }
            execute(node, statements.toArray(new String[0]));
        }
    }

    /** Every account as it was: two in each shard, with 100 each. */
    public void reset() throws SQLException {
        for (int node = 0; node < 2; node++) {
            List<String> statements = new ArrayList<>();
            for (int shard = 0; shard < 8; shard++) {
                statements.add("DELETE FROM bank%05d.account".formatted(shard));
                statements.add("INSERT INTO bank%05d.account VALUES (1, 100), (2, 100)".formatted(shard));
                statements.add("DELETE FROM bank%05d.things".formatted(shard));
                statements.add("INSERT INTO bank%05d.things VALUES (1, 'one'), (2, 'two')".formatted(shard));
            }
            execute(node, statements.toArray(new String[0]));
        }
    }

    public boolean isMySql() {
        return dialect == SqlDialect.MYSQL;
    }

    /** As the superuser of one server, 0 or 1, not through Pinion. */
    public void execute(int node, String... statements) throws SQLException {
        try (Connection root = root(node);
                Statement statement = root.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The superuser's own connection to one server, 0 or 1; the caller closes it. */
    public Connection root(int node) throws SQLException {
        return nodes.get(node).root();
    }

    /**
     * Keeps the first row of {@code things} on {@link #THERE} locked until it is rolled back or closed, which is the
     * caller's to do.
     */
    public Connection holdARow() throws SQLException {
        Connection blocker = root(1);
        try {
            blocker.setAutoCommit(false);
            Jdbc.execute(blocker, "UPDATE " + THERE + ".things SET data = 'held' WHERE local_id = 1");
            return blocker;
        } catch (SQLException e) {
            blocker.close();
            throw e;
        }
    }

    /** The code of the error when a statement's time is over. */
    public int timeIsOver() {
        return isMySql() ? 3024 : 1969;
    }

    /** What it answers once it isn't ended in time, as on a busy machine also what waits for nobody may be. */
    public List<String> linesInTime(Connection client, String sql) {
        List<String> lines = new ArrayList<>();
        Conditions.await(() -> {
            try {
                lines.addAll(Jdbc.lines(client, sql));
                return true;
            } catch (SQLException e) {
                if (e.getErrorCode() != timeIsOver()) {
                    throw e;
                }
                return false;
            }
        });
        return lines;
    }

    /**
     * Whether an UPDATE runs on that server, 0 or 1: one that waits for a lock. (INNODB_TRX would say it more plainly, but
     * shows whoever asks again and again an old picture.)
     */
    public boolean isUpdating(int node) {
        try (Connection root = root(node)) {
            return !"0"
                    .equals(Jdbc.value(
                            root, "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'UPDATE %'"));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** The global id of a row of {@code things}. */
    public static long id(int shard, int local) {
        return GlobalId.compose(new ShardId(shard), 1, local).value();
    }

    /** What is committed there. */
    public int balance(String database, int account) throws SQLException {
        try (Connection root = root(database.equals(THERE) ? 1 : 0)) {
            return Integer.parseInt(String.valueOf(
                    Jdbc.value(root, "SELECT balance FROM " + database + ".account WHERE id = " + account)));
        }
    }

    public TestProxy proxy() {
        return builder().start();
    }

    /** A proxy whose keyspace makes this promise. */
    public TestProxy proxy(TransactionMode mode) {
        return builder(mode, "", nodes.get(0).port(), nodes.get(1).port()).start();
    }

    /** A proxy that finds the second pair behind {@code wire}, which leads to its server. */
    public TestProxy proxyThrough(TransactionMode mode, Wire wire) {
        return builderThrough(mode, wire).start();
    }

    /** The same, which a test may yet change. */
    public TestProxy.Builder builderThrough(TransactionMode mode, Wire wire) {
        return builder(mode, "", nodes.get(0).port(), wire.port());
    }

    public String host(int node) {
        return nodes.get(node).host();
    }

    public int port(int node) {
        return nodes.get(node).port();
    }

    /** A proxy that a test may yet change. */
    public TestProxy.Builder builder() {
        return with("");
    }

    /**
     * A proxy that a test may yet change.
     *
     * @param policy of the keyspace, as JSON: {@code "warn"}, with its quotes
     */
    public TestProxy.Builder scattering(String policy) {
        return with("\"scatter\": " + policy + ",");
    }

    private TestProxy.Builder with(String more) {
        return builder(
                TransactionMode.DEFAULT, more, nodes.get(0).port(), nodes.get(1).port());
    }

    /** @param more fields of the keyspace, each with a comma behind it */
    private TestProxy.Builder builder(TransactionMode mode, String more, int firstPort, int secondPort) {
        PlanCache cache = new PlanCache(500);
        FingerprintKey key = new FingerprintKey(1, 2);
        return TestProxy.builder()
                .topology(topology(mode, more, firstPort, secondPort))
                .account(USER, PASSWORD)
                .planner(() -> Planners.make(cache, key, dialect, version));
    }

    /** Looks for what is left of two-phase commits in the way of {@code proxy}; the caller closes it. */
    public XaRecovery recovery(XaNames names, Supplier<Optional<Set<String>>> alive) {
        Topology topology = topology(
                TransactionMode.XA, "", nodes.get(0).port(), nodes.get(1).port());
        return XaRecovery.start(
                () -> topology,
                new ServerAccess(new Secrets(Map.of("PASSWORD", PASSWORD)::get), Map::of),
                names,
                alive,
                new XaRecovery.Timing(Duration.ofMillis(200), Duration.ofMillis(300), Duration.ofSeconds(60)),
                XaRecovery.Counts.NONE,
                Duration.ofSeconds(10));
    }

    private static Topology topology(TransactionMode mode, String more, int firstPort, int secondPort) {
        Verifiers app = Verifiers.of(TestProxy.PASSWORD);
        String json = """
                {"generation": 1, "cluster": "test",
                 "servers": {"pair1A": "127.0.0.1:%d", "pair2A": "127.0.0.1:%d"},
                 "pairs": {"pair1": {"primary": "pair1A"}, "pair2": {"primary": "pair2A"}},
                 "home": "pair1",
                 "keyspaces": {
                   "bank": {"kind": "id", "database": "bank%%05d", "transactions": "%s", %s "ranges":
                     [{"range": [0, 3], "pair": "pair1"}, {"range": [4, 7], "pair": "pair2"}],
                     "tables": {"things": {"kind": "object", "type": 1, "columns":
                       {"local_id": "bigint unsigned", "data": "varchar(100)"}}}}},
                 "users": {"%s": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"],
                   "admin": true}},
                 "accounts": {"data": {"user": "%s", "secret": "env:PASSWORD"}}}
                """.formatted(
                        firstPort,
                        secondPort,
                        mode.word(),
                        more,
                        TestProxy.USER,
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        USER);
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new IllegalStateException(refused.text());
        };
    }

    /** A client of {@code proxy}. */
    public static Connection connect(TestProxy proxy) throws SQLException {
        return connect(proxy, "");
    }

    /** @param options of Connector/J, each with {@code &} in front */
    public static Connection connect(TestProxy proxy, String options) throws SQLException {
        return connect("127.0.0.1", proxy.port(), HERE + OPTIONS + options, TestProxy.USER, TestProxy.PASSWORD);
    }

    private static Connection connect(String host, int port, String databaseAndOptions, String user, String password)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + host + ":" + port + "/" + databaseAndOptions, user, password);
    }

    /** For the names of tests. */
    @Override
    public String toString() {
        return isMySql() ? "MySQL" : "MariaDB";
    }
}
