package io.pinion.integration.testing;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.ExportSettings;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.PoolSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.ProxyRegistry;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
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
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerAccount;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
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
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;

/**
 * Two pairs, {@code A} and {@code B}, a ZooKeeper and two proxies, whose users may do everything. Keyspace {@code pinterest}
 * has shards 0 to 3 on A and 4 to 7 on B, with an object table and a mapping table. There may be the first pair alone.
 */
public final class MoveCluster {
    public static final Duration TIMEOUT = Duration.ofMinutes(3);

    private static final String CLUSTER = "moves";
    public static final String USER = "app";
    public static final String PASSWORD = "app-password";

    /** Who is held waits so long: more than a hand-over takes on a machine that stands still for seconds. */
    public static final PoolSettings PATIENT = RecordCopy.of(
            PoolSettings.DEFAULT,
            Map.of("waitTimeout", Duration.ofSeconds(15), "connectTimeout", Duration.ofSeconds(15)));

    private static final Secrets SECRETS = new Secrets(Map.of(
            "DATA", "data-secret", "MONITOR", "monitor-secret", "OPERATOR", "operator-secret", "S3", "s3-secret")::get);

    /** Everywhere at once: fences and channels must leave what isn't moved alone. */
    private static final int SHARDS_EACH = 4;

    /** To be closed in reverse. Less than all when the start has failed. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final List<RunningProxy> proxies = new ArrayList<>();
    private final List<List<ManagedServer>> pairs;
    private final EmbeddedZooKeeper zooKeeper;
    private final CuratorFramework client;

    private final ExportSettings exports;

    /**
     * @param pairs two, of one server or two each, as root, which follow each other, and the first of which takes writes
     * @param stop stops all servers, also when this start fails
     */
    public MoveCluster(Path directory, List<List<ManagedServer>> pairs, AutoCloseable stop) throws Exception {
        this(directory, pairs, stop, settings -> settings);
    }

    /** @param exports what differs from a directory for exports */
    public MoveCluster(
            Path directory, List<List<ManagedServer>> pairs, AutoCloseable stop, UnaryOperator<ExportSettings> exports)
            throws Exception {
        this.pairs = pairs;
        this.exports = exports.apply(RecordCopy.of(
                ExportSettings.DEFAULT,
                Map.of("directory", Optional.of(directory.resolve("exports")), "maxLag", Duration.ofSeconds(5))));
        opened.push(stop);
        pairs.forEach(pair -> pair.forEach(opened::push));
        try {
            fill();
            zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
            opened.push(zooKeeper);
            client = ZooKeeperClient.start(zooKeeper.connectString(), TIMEOUT, TIMEOUT);
            opened.push(client);
            editor().set(topology(), OptionalLong.empty());
            for (String name : List.of("one", "two")) {
                proxies.add(start(directory.resolve(name)));
                opened.push(proxies.getLast());
            }
            Conditions.await(() -> registry().list().size() == 2);
        } catch (Exception e) {
            stop();
            throw e;
        }
    }

    /**
     * Lets the keyspace pinterest make another promise; returns when all proxies plan with it.
     *
     * @param transactions the word of the topology
     */
    public void promise(String transactions) throws Exception {
        set(topology().replace("\"kind\": \"id\"", "\"kind\": \"id\", \"transactions\": \"" + transactions + "\""));
    }

    private void set(String document) throws Exception {
        if (!(editor().set(document, OptionalLong.empty()) instanceof TopologyEditor.Outcome.Written written)) {
            throw new AssertionError("the topology is refused: " + document);
        }
        String generation = String.valueOf(written.topology().generation());
        try (Connection operator = connect(0)) {
            Conditions.await(
                    () -> Jdbc.rows(operator, "SHOW PROXIES").stream().allMatch(proxy -> proxy.contains(generation)));
        }
    }

    /** Names an empty server, as root, in the topology; no pair has it. */
    public void addServer(String name, ManagedServer root) throws Exception {
        createAccounts(root);
        root.fence(TIMEOUT);
        set(topology()
                .replace("\"servers\": {", "\"servers\": {\"" + name + "\": \"127.0.0.1:" + root.port() + "\", "));
    }

    /** Lets Pinion reach a server by another port of its host. */
    public void reach(ManagedServer server, int port) throws Exception {
        set(topology().replace("127.0.0.1:" + server.port() + "\"", "127.0.0.1:" + port + "\""));
    }

    private static void createAccounts(ManagedServer root) throws SQLException {
        root.createAccounts(List.of(
                ServerAccount.of(AccountRole.DATA, "127.0.0.1", "data-secret"),
                ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "monitor-secret"),
                ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", "operator-secret")));
    }

    private void fill() throws SQLException {
        for (int pair = 0; pair < pairs.size(); pair++) {
            List<ManagedServer> servers = pairs.get(pair);
            for (ManagedServer root : servers) {
                createAccounts(root);
            }
            for (ManagedServer standby : servers.subList(1, servers.size())) {
                standby.fence(TIMEOUT);
            }
            for (int shard = pair * SHARDS_EACH; shard < (pair + 1) * SHARDS_EACH; shard++) {
                primary(pair).execute(tables(database(shard)));
            }
            awaitCaughtUp(pair);
        }
    }

    private static List<String> tables(String database) {
        return List.of(
                "CREATE DATABASE " + database,
                "CREATE TABLE " + database + ".pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,"
                        + " data LONGTEXT, ts TIMESTAMP NULL)",
                "CREATE TABLE " + database + ".board_has_pins (board_id BIGINT UNSIGNED NOT NULL,"
                        + " pin_id BIGINT UNSIGNED NOT NULL, sequence BIGINT NOT NULL,"
                        + " PRIMARY KEY (board_id, pin_id))");
    }

    public static String database(int shard) {
        return "db%05d".formatted(shard);
    }

    /** @param pair 0 for A, 1 for B */
    public ManagedServer primary(int pair) {
        return pairs.get(pair).getFirst();
    }

    /** @param pair 0 for A, 1 for B */
    public List<ManagedServer> servers(int pair) {
        return pairs.get(pair);
    }

    /** Until the standby has what the primary has, if there is one; the other direction may rest. */
    public void awaitCaughtUp(int pair) {
        if (pairs.get(pair).size() > 1) {
            ManagedServer standby = pairs.get(pair).getLast();
            Conditions.await(
                    "the standby has everything",
                    TIMEOUT,
                    () -> standby.awaitPosition(primary(pair).position(), Duration.ofSeconds(1)));
        }
    }

    public ProxyRegistry registry() {
        return new ProxyRegistry(client, CLUSTER);
    }

    public TopologyEditor editor() {
        return new TopologyEditor(new ZooKeeperStore(client, CLUSTER));
    }

    public OperationJournal journal() {
        return new ZooKeeperJournal(client, CLUSTER);
    }

    /** What a further proxy would work with. */
    public OperationServices services() {
        return new OperationServices(
                this::stored,
                new ZooKeeperStore(client, CLUSTER),
                journal(),
                new ServerAccess(SECRETS, Map::of),
                registry()::list,
                CopyBounds.NONE,
                () -> "third");
    }

    private Topology stored() {
        try {
            return editor().current();
        } catch (StoreUnavailable e) {
            throw new IllegalStateException(e);
        }
    }

    private RunningProxy start(Path directory) throws Exception {
        return RunningProxy.start(
                RecordCopy.of(Settings.DEFAULT, Map.of("exports", exportSettings(), "pool", PATIENT))
                        .withDataDirectory(directory)
                        .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                        .withHttp(new HttpSettings(true, "127.0.0.1", 0))
                        .withTopology(TopologySettings.DEFAULT.withZooKeeper(zooKeeper.connectString(), CLUSTER)),
                SECRETS,
                "test");
    }

    public ExportSettings exportSettings() {
        return exports;
    }

    /** What a third proxy would work with, whose journal is this one. */
    public OperationServices services(OperationJournal journal) {
        return new OperationServices(
                this::topologyNow,
                new ZooKeeperStore(client, CLUSTER),
                journal,
                new ServerAccess(SECRETS, Map::of),
                registry()::list,
                CopyBounds.NONE,
                () -> "third");
    }

    private Topology topologyNow() {
        try {
            return editor().current();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private String topology() {
        Verifiers app = Verifiers.of(PASSWORD);
        List<String> servers = new ArrayList<>();
        List<String> named = new ArrayList<>();
        List<String> ranges = new ArrayList<>();
        for (int pair = 0; pair < pairs.size(); pair++) {
            String name = pair == 0 ? "A" : "B";
            List<ManagedServer> both = pairs.get(pair);
            for (int i = 0; i < both.size(); i++) {
                servers.add("\"%s%d\": \"127.0.0.1:%d\""
                        .formatted(name, i + 1, both.get(i).port()));
            }
            ranges.add("{\"range\": [%d, %d], \"pair\": \"%s\"}"
                    .formatted(pair * SHARDS_EACH, (pair + 1) * SHARDS_EACH - 1, name));
            named.add("\"%s\": {\"primary\": \"%s1\"%s}"
                    .formatted(name, name, both.size() > 1 ? ", \"standby\": \"" + name + "2\"" : ""));
        }
        return """
            {"cluster": "%s",
             "servers": {%s},
             "pairs": {%s},
             "keyspaces": {
               "pinterest": {"kind": "id", "database": "db%%05d",
                 "ranges": [%s],
                 "tables": {"pins": {"kind": "object", "type": 1},
                            "board_has_pins": {"kind": "mapping", "from": "board_id", "to": "pin_id"}}}},
             "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"], "admin": true}},
             "accounts": {"data": {"user": "%s", "secret": "env:DATA"},
                          "monitor": {"user": "%s", "secret": "env:MONITOR"},
                          "operator": {"user": "%s", "secret": "env:OPERATOR"}}}
            """.formatted(
                        CLUSTER,
                        String.join(", ", servers),
                        String.join(", ", named),
                        String.join(", ", ranges),
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        AccountRole.DATA.userName(),
                        AccountRole.MONITOR.userName(),
                        AccountRole.OPERATOR.userName());
    }

    public int port(int proxy) {
        return proxies.get(proxy).address().getPort();
    }

    /** Whether a proxy's health says that it may be sent clients. Blocks. */
    public boolean isReady(int proxy) throws IOException {
        int port = proxies.get(proxy).httpAddress().orElseThrow().getPort();
        URL health = URI.create("http://127.0.0.1:" + port + "/health/ready").toURL();
        return ((HttpURLConnection) health.openConnection()).getResponseCode() == HttpURLConnection.HTTP_OK;
    }

    /** To the keyspace pinterest. REVERT OPERATION answers when the old pair is close behind, which takes its time on a busy machine. */
    public Connection connect(int proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port(proxy)
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=240000",
                USER,
                PASSWORD);
    }

    // --- operations, as the proxy of a connection tells them

    /** @return its state, step and error, as soon as nobody works on it any more */
    public static String awaitEnd(Connection operator, String number) throws SQLException {
        try {
            Conditions.await("the end of operation " + number, TIMEOUT, () -> !column(operator, number, 1)
                    .equals("running"));
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + told(operator, number), e);
        }
        return told(operator, number);
    }

    /** @return what holds it up, with its state before it */
    public String awaitHeldUp(Connection operator, String number) throws SQLException {
        Conditions.await(
                "that operation " + number + " is held up",
                TIMEOUT,
                () -> told(operator, number).contains("open for")
                        || told(operator, number).contains("idle for"));
        return told(operator, number);
    }

    /** Its state, step and error. */
    public static String told(Connection operator, String number) throws SQLException {
        return column(operator, number, 1) + ": " + column(operator, number, 11) + column(operator, number, 12);
    }

    private static String column(Connection operator, String number, int index) throws SQLException {
        return Jdbc.rows(operator, "SHOW OPERATIONS").stream()
                .filter(row -> row.getFirst().equals(number))
                .findFirst()
                .orElseThrow()
                .get(index);
    }

    /** The pair that has the shard, as the proxy of this connection knows it. */
    public static String pairOf(Connection operator, int shard) throws SQLException {
        for (List<String> row : Jdbc.rows(operator, "SHOW SHARDS FROM pinterest")) {
            String[] bounds = row.get(1).split("-");
            if (Integer.parseInt(bounds[0]) <= shard && shard <= Integer.parseInt(bounds[bounds.length - 1])) {
                return row.get(2);
            }
        }
        throw new IllegalStateException("no pair has shard " + shard);
    }

    public void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
