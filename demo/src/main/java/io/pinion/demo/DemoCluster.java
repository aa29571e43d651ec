package io.pinion.demo;

import io.pinion.config.change.Author;
import io.pinion.config.change.HistoryEntry;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.operations.server.MySql;
import io.pinion.operations.server.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;

/**
 * Starts the demo's cluster: pairs of servers, a ZooKeeper, and the topology in it.
 *
 * <p>The first start fills the primaries side by side, without replication, and copies each to its standby; later ones
 * find everything in the directory. The data survives {@link RunningDemo#close}, also when the process is killed.
 */
public final class DemoCluster {
    /** MySQL001A; the other servers follow at +1, +10 and +11. */
    public static final int FIRST_SERVER_PORT = 13311;

    public static final int ZOOKEEPER_PORT = 12181;

    /**
     * The version of the demo's databases. It changes whenever they do, so that data of an older Pinion is not taken
     * for today's.
     */
    private static final String DATA_VERSION = "1";

    private static final Duration ZOOKEEPER_TIMEOUT = Duration.ofSeconds(10);

    private final DemoSettings settings;
    private final StartProgress progress;
    private final LocalServers servers;
    private final DemoSecrets secrets;

    private DemoCluster(DemoSettings settings, StartProgress progress, LocalServers servers) {
        this.settings = settings;
        this.progress = progress;
        this.servers = servers;
        this.secrets = new DemoSecrets(settings.directory().toAbsolutePath().resolve("secrets"));
    }

    /**
     * Starts the cluster and returns when clients can use it.
     *
     * @throws IOException when the cluster can't start; nothing is left running, and the message says why and what to
     *     do
     */
    public static RunningDemo start(DemoSettings settings, StartProgress progress) throws IOException {
        LocalServers servers = LocalServers.open(settings.directory().resolve("servers"));
        try {
            return new DemoCluster(settings, progress, servers).start();
        } catch (SQLException | StoreUnavailable | VersionConflict e) {
            servers.close();
            throw new IOException("the demo cluster did not start: " + e.getMessage(), e);
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private RunningDemo start() throws IOException, SQLException, StoreUnavailable, VersionConflict {
        if (!servers.program().isBundled()) {
            progress.step("taking " + servers.program().executable() + " for the servers");
        }
        boolean filled = !settings.fresh() && isFilled();
        if (!filled) {
            if (Files.exists(servers.directory().resolve(DemoShape.PAIRS.get(0) + "A"))) {
                progress.step("deleting what an earlier run left, tens of thousands of files");
            }
            deleteData();
        }
        List<DemoPair> pairs = new ArrayList<>();
        for (int index = 0; index < DemoShape.PAIRS.size(); index++) {
            pairs.add(DemoPair.prepare(servers, settings, index));
        }
        if (!filled) {
            fill(pairs);
        }
        progress.step("starting ZooKeeper and " + servers(pairs).size() + " servers");
        int zooKeeperPort = settings.usualPorts() ? FreePorts.nextPreferring(ZOOKEEPER_PORT) : FreePorts.next();
        EmbeddedZooKeeper zooKeeper =
                EmbeddedZooKeeper.start(settings.directory().resolve("zookeeper"), zooKeeperPort);
        try {
            Parallel.run(pairs.stream()
                    .map(pair -> (Parallel.Task) () -> pair.start(secrets))
                    .toList());
            Topology topology = publishTopology(zooKeeper, pairs);
            openPrimaries(topology, pairs);
            return new RunningDemo(settings, servers, zooKeeper, pairs);
        } catch (IOException | SQLException | StoreUnavailable | VersionConflict | RuntimeException e) {
            zooKeeper.close();
            throw e;
        }
    }

    private void fill(List<DemoPair> pairs) throws IOException {
        int shards = settings.shape().shards().size();
        progress.step("making " + shards + " + " + shards + " shard databases");
        List<ServerAccount> accounts = secrets.accounts();
        AtomicInteger done = new AtomicInteger();
        Parallel.run(pairs.stream()
                .map(pair -> (Parallel.Task)
                        () -> pair.fill(accounts, made -> progress.advance(done.addAndGet(made), shards)))
                .toList());
        Files.writeString(filledMark(), filledText());
    }

    /** The topology of ZooKeeper, written there when there is none yet, with the servers' present addresses. */
    private Topology publishTopology(EmbeddedZooKeeper zooKeeper, List<DemoPair> pairs)
            throws IOException, StoreUnavailable, VersionConflict {
        DemoTopology demo = new DemoTopology(settings, secrets, pairs, servers.dialect());
        try (CuratorFramework client = connect(zooKeeper)) {
            TopologyStore store = new ZooKeeperStore(client, settings.cluster());
            Optional<StoredDocument> stored = store.read();
            if (stored.isEmpty()) {
                Topology created = demo.create();
                write(store, OptionalLong.empty(), Optional.empty(), created);
                return created;
            }
            Topology old =
                    switch (new TopologyReader().read(stored.get().json())) {
                        case Reading.Accepted accepted -> accepted.topology();
                        case Reading.Refused refused ->
                            throw new IOException("the topology in " + settings.directory()
                                    + " is wrong; repair it or start with --fresh:\n" + refused.text());
                    };
            Optional<Topology> changed = demo.withAddresses(old);
            if (changed.isPresent()) {
                write(store, OptionalLong.of(stored.get().version()), Optional.of(old), changed.get());
            }
            return changed.orElse(old);
        }
    }

    private static void write(TopologyStore store, OptionalLong version, Optional<Topology> before, Topology after)
            throws StoreUnavailable, VersionConflict {
        String text = new TopologyWriter().write(after);
        store.replace(
                version, text, Optional.of(HistoryEntry.of(new Author("", "", "pinion demo"), before, after, text)));
    }

    private static CuratorFramework connect(EmbeddedZooKeeper zooKeeper) {
        return ZooKeeperClient.start(zooKeeper.connectString(), ZOOKEEPER_TIMEOUT, ZOOKEEPER_TIMEOUT);
    }

    /** Servers boot fenced, and no proxy runs yet that would open them, so the demo opens the primaries. */
    private static void openPrimaries(Topology topology, List<DemoPair> pairs) throws SQLException {
        for (LocalServer server : servers(pairs)) {
            boolean primary = topology.pairs().values().stream()
                    .anyMatch(pair -> pair.primary().name().equals(server.name()));
            if (primary) {
                server.fence(false);
            }
        }
    }

    private static List<LocalServer> servers(List<DemoPair> pairs) {
        return pairs.stream().flatMap(pair -> pair.servers().stream()).toList();
    }

    private boolean isFilled() throws IOException {
        return Files.exists(filledMark()) && Files.readString(filledMark()).equals(filledText());
    }

    /**
     * The file that names what the data was made for. It is written last, so an interrupted first start begins again.
     */
    private Path filledMark() {
        return settings.directory().resolve("filled");
    }

    private String filledText() {
        return "version " + DATA_VERSION + ", shards "
                + settings.shape().shards().hashCode() + ", standbys "
                + settings.shape().standbys()
                // One product can't read the other's files.
                + (servers.dialect() instanceof MySql ? ", MySQL" : "") + "\n";
    }

    /** Deletes only the demo's own files: the directory may hold others. */
    private void deleteData() throws IOException {
        Files.deleteIfExists(filledMark());
        for (int index = 0; index < DemoShape.PAIRS.size(); index++) {
            for (String side : List.of("A", "B")) {
                DirectoryTree.delete(servers.directory().resolve(DemoShape.PAIRS.get(index) + side));
            }
        }
        DirectoryTree.delete(settings.directory().resolve("zookeeper"));
        DirectoryTree.delete(settings.directory().resolve("secrets"));
    }
}
