package io.pinion.integration.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Secrets;
import io.pinion.demo.DemoCluster;
import io.pinion.demo.DemoSettings;
import io.pinion.demo.DemoShape;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.LocalServer;
import io.pinion.demo.RunningDemo;
import io.pinion.demo.StartProgress;
import io.pinion.server.bootstrap.RunningProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A small cluster of real servers and a ZooKeeper, started once for all test classes of a JVM that ask for it; proxies in
 * front of it are started as {@code pinion serve} starts them. Pairs have no standby. Who changes or breaks something
 * restores it.
 */
public final class SharedDemo implements AutoCloseable {
    /** On the first pair, with {@code legacy} and every database that no keyspace names. */
    public static final int FIRST_PAIRS_SHARD = 1001;

    /** On the second pair. */
    public static final int SECOND_PAIRS_SHARD = 3429;

    private static final Duration ZOOKEEPER_TIMEOUT = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final RunningDemo demo;
    private final CuratorFramework zooKeeper;
    private final TopologyStore store;
    private final ObjectNode original;
    private long generation;
    private int proxies;

    private SharedDemo(Path directory, RunningDemo demo) throws IOException {
        this.directory = directory;
        this.demo = demo;
        this.zooKeeper = ZooKeeperClient.start(demo.zookeeperConnect(), ZOOKEEPER_TIMEOUT, ZOOKEEPER_TIMEOUT);
        this.store = new ZooKeeperStore(zooKeeper, demo.cluster());
        this.original = read().orElseThrow();
        this.generation = original.path("generation").asLong();
    }

    /** Gives the one cluster to constructors and methods of tests that take a {@link SharedDemo}. */
    public static final class Provider implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == SharedDemo.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            return test.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .getOrComputeIfAbsent(SharedDemo.class, type -> open(), SharedDemo.class);
        }
    }

    private static SharedDemo open() {
        try {
            Path directory = Files.createTempDirectory("pinion-demo");
            RunningDemo demo = DemoCluster.start(
                    DemoSettings.small(directory.resolve("demo"))
                            .withShape(DemoShape.small().withoutStandbys()),
                    StartProgress.SILENT);
            return new SharedDemo(directory, demo);
        } catch (IOException e) {
            throw new IllegalStateException("the cluster for tests did not start", e);
        }
    }

    /** The primary of the first pair. */
    public LocalServer first() {
        return demo.server("MySQL001A");
    }

    /** The primary of the second pair. */
    public LocalServer second() {
        return demo.server("MySQL002A");
    }

    public EmbeddedZooKeeper zooKeeper() {
        return demo.zooKeeper();
    }

    /** A connection of the tests' own to ZooKeeper. */
    public CuratorFramework zooKeeperClient() {
        return zooKeeper;
    }

    public String cluster() {
        return demo.cluster();
    }

    /** ZooKeeper's addresses as its clients write them. */
    public String zookeeperConnect() {
        return demo.zookeeperConnect();
    }

    /** A new proxy with a directory of its own. */
    public RunningProxy startProxy() throws TopologyUnavailable, IOException {
        return startProxy(settings -> settings);
    }

    /** A new proxy with {@code change}d settings, in a directory of its own unless they say otherwise. */
    public RunningProxy startProxy(UnaryOperator<Settings> change) throws TopologyUnavailable, IOException {
        Settings settings = Settings.DEFAULT
                .withDataDirectory(directory.resolve("proxy" + proxies++))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withZooKeeper(demo.zookeeperConnect(), demo.cluster()));
        return RunningProxy.start(change.apply(settings), Secrets.ofProcess(), "test");
    }

    /** Where a proxy's test may keep files; nobody else uses it. */
    public Path directory(String name) {
        return directory.resolve(name);
    }

    /** A client's connection as user {@code app}. */
    public static Connection connect(RunningProxy proxy, String database) throws SQLException {
        return connect(proxy, database, "app");
    }

    public static Connection connect(RunningProxy proxy, String database, String user) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort() + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=5000&socketTimeout=20000",
                user,
                user);
    }

    /** The first column of the first row; empty when there is none. */
    public static Optional<String> ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }

    public static int update(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** One value of a list of names and values, as {@code SHOW TOPOLOGY STATUS} is. */
    public static Optional<String> value(Connection connection, String sql, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                if (rows.getString(1).equals(name)) {
                    return Optional.ofNullable(rows.getString(2));
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Changes the original document, counts its generation and stores it by compare-and-set, right or wrong.
     *
     * @return its generation
     */
    public long publish(Consumer<ObjectNode> change) throws IOException {
        // Commands under test store documents too, and the proxies refuse one that is older than theirs.
        generation = Math.max(generation, storedGeneration()) + 1;
        ObjectNode document = original.deepCopy();
        document.put("generation", generation);
        change.accept(document);
        write(document.toString());
        return generation;
    }

    /** Puts the original document back, as a new generation. */
    public long restore() throws IOException {
        return publish(document -> {});
    }

    /** Stores {@code text} in place of whatever is there. */
    public void write(String text) throws IOException {
        try {
            Optional<StoredDocument> stored = store.read();
            store.replace(
                    stored.map(document -> OptionalLong.of(document.version())).orElse(OptionalLong.empty()),
                    text,
                    Optional.empty());
        } catch (StoreUnavailable | VersionConflict e) {
            throw new IOException(e);
        }
    }

    /** 0 where no document is. */
    private long storedGeneration() throws IOException {
        try {
            Optional<StoredDocument> stored = store.read();
            return stored.isEmpty()
                    ? 0
                    : JSON.readTree(stored.get().json()).path("generation").asLong();
        } catch (JsonProcessingException wrongDocument) {
            return 0;
        } catch (StoreUnavailable e) {
            throw new IOException(e);
        }
    }

    private Optional<ObjectNode> read() throws IOException {
        try {
            Optional<StoredDocument> stored = store.read();
            return stored.isEmpty()
                    ? Optional.empty()
                    : Optional.of((ObjectNode) JSON.readTree(stored.get().json()));
        } catch (StoreUnavailable | JsonProcessingException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        zooKeeper.close();
        demo.close();
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
