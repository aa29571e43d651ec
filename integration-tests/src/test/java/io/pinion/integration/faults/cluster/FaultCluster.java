package io.pinion.integration.faults.cluster;

import io.pinion.config.source.ProxyRegistry;
import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.ZooKeeperProcess;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.ZooKeeperJournal;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccount;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pairs, a ZooKeeper and three proxies; all are processes of their own that can be killed. */
public final class FaultCluster implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FaultCluster.class);

    public static final String NAME = "faults";

    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final int SHARDS_OF_A_GROUP = 2;
    private static final List<String> PROXIES = List.of("one", "two", "three");
    private static final String PASSWORD = "app-password";

    /** A primary that is killed and stays away is replaced without a person. Operations go on without one by default. */
    private static final String SETTINGS = "pairs:\n  promote_automatically: 10s\n";

    /** To be closed in reverse. Less than all when the start has failed. */
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private final List<FaultPair> pairs;
    private final Dialect dialect;
    private final ZooKeeperProcess zooKeeper;
    private final CuratorFramework client;
    private final List<FaultProxy> proxies = new ArrayList<>();

    /** Returns when all proxies answer. */
    public FaultCluster(Path directory) throws Exception {
        try {
            Servers servers = Servers.start(directory.resolve("servers"));
            opened.push(servers.stop());
            pairs = servers.pairs();
            dialect = servers.dialect();
            for (FaultPair pair : pairs) {
                fill(pair);
                pair.servers().forEach(server -> opened.push(server.line()));
            }
            zooKeeper = new ZooKeeperProcess(directory.resolve("zookeeper"));
            opened.push(zooKeeper);
            zooKeeper.start();
            client = ZooKeeperClient.start("127.0.0.1:" + zooKeeper.port(), TIMEOUT, TIMEOUT);
            opened.push(client);
            editor().set(FaultTopology.of(pairs, secrets(directory), PASSWORD), OptionalLong.empty());
            for (String name : PROXIES) {
                proxies.add(proxy(name, directory));
            }
            proxies.parallelStream().forEach(FaultCluster::start);
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    private FaultProxy proxy(String name, Path directory) throws IOException {
        FaultLine line = new FaultLine(zooKeeper.port());
        opened.push(line);
        ProxyProcess process =
                new ProxyProcess(directory.resolve("proxy-" + name), "127.0.0.1:" + line.port(), NAME, SETTINGS);
        opened.push(process);
        return new FaultProxy(name, process, line, PASSWORD);
    }

    private static void start(FaultProxy proxy) {
        try {
            proxy.process().start();
        } catch (IOException e) {
            throw new IllegalStateException("proxy " + proxy + " doesn't start", e);
        }
    }

    private static void fill(FaultPair pair) throws SQLException {
        for (FaultServer server : pair.servers()) {
            createAccounts(server, pair.replication());
        }
        try (ManagedServer first = pair.first().manage();
                ManagedServer second = pair.second().manage()) {
            second.fence(TIMEOUT);
            for (int shard : pair.shards()) {
                first.execute(FaultTopology.tables(FaultPair.databaseOf(shard)));
            }
        }
        pair.awaitCaughtUp();
    }

    /**
     * Those of Pinion and that of the partner, on this server only.
     *
     * @param replication the partner's password
     */
    static void createAccounts(FaultServer server, String replication) throws SQLException {
        try (ManagedServer root = server.manage()) {
            List<ServerAccount> accounts = new ArrayList<>();
            accounts.add(ServerAccount.of(AccountRole.REPLICATION, "127.0.0.1", replication));
            for (AccountRole role : List.of(AccountRole.DATA, AccountRole.MONITOR, AccountRole.OPERATOR)) {
                accounts.add(ServerAccount.of(role, "127.0.0.1", FaultTopology.password(role)));
            }
            root.createAccounts(accounts);
        }
    }

    private static Path secrets(Path directory) throws IOException {
        Path secrets = Files.createDirectories(directory.resolve("secrets"));
        for (AccountRole role : AccountRole.values()) {
            Files.writeString(secrets.resolve(role.name()), FaultTopology.password(role));
        }
        return secrets;
    }

    public List<FaultPair> pairs() {
        return pairs;
    }

    public List<FaultProxy> proxies() {
        return proxies;
    }

    /** Of all servers. */
    public Dialect dialect() {
        return dialect;
    }

    public ZooKeeperProcess zooKeeper() {
        return zooKeeper;
    }

    /** By a way of its own, which no line disturbs. */
    public OperationJournal journal() {
        return new ZooKeeperJournal(client, NAME);
    }

    /** Whether ZooKeeper knows each proxy. */
    public boolean areAllListed() throws Exception {
        Set<String> listed = new ProxyRegistry(client, NAME)
                .list().stream().map(RegisteredProxy::address).collect(Collectors.toSet());
        return proxies.stream()
                .allMatch(
                        proxy -> listed.contains("127.0.0.1:" + proxy.process().port()));
    }

    public TopologyEditor editor() {
        return new TopologyEditor(new ZooKeeperStore(client, NAME));
    }

    /** As it is stored. */
    public Topology topology() throws Exception {
        Topology[] read = new Topology[1];
        editor().change(
                        now -> {
                            read[0] = now;
                            return now;
                        },
                        0);
        return read[0];
    }

    /** The pair as the stored topology has it now. */
    public Pair stored(FaultPair pair) throws Exception {
        return topology().pair(pair.name()).orElseThrow();
    }

    public FaultServer primary(FaultPair pair) throws Exception {
        return pair.server(stored(pair).primary().name());
    }

    public FaultPair pair(String name) {
        return pairs.stream()
                .filter(pair -> pair.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Where the stored topology has a shard now. */
    public FaultPair pairOf(int shard) throws Exception {
        for (FaultPair pair : pairs) {
            if (shardsOn(pair).contains(shard)) {
                return pair;
            }
        }
        throw new IllegalStateException("shard " + shard + " is on no pair");
    }

    /** The shards that clients name. Those of one group are on one pair at any time. */
    public List<List<Integer>> groups() {
        List<List<Integer>> groups = new ArrayList<>();
        for (FaultPair pair : pairs) {
            for (int first = 0; first < pair.shards().size(); first += SHARDS_OF_A_GROUP) {
                groups.add(pair.shards().subList(first, first + SHARDS_OF_A_GROUP));
            }
        }
        return groups;
    }

    /** In the order of their numbers, as the stored topology has them now. */
    public List<Integer> shardsOn(FaultPair pair) throws Exception {
        List<Integer> shards = new ArrayList<>();
        for (Keyspace keyspace : topology().keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded) {
                for (ShardRange range : sharded.ranges().ranges()) {
                    for (int shard = range.first();
                            range.pair().equals(pair.name()) && shard <= range.last();
                            shard++) {
                        shards.add(shard);
                    }
                }
            }
        }
        return shards;
    }

    /** All lines are whole again and everything that was killed runs. */
    public void restore() throws Exception {
        for (FaultPair pair : pairs) {
            for (FaultServer server : pair.servers()) {
                server.line().heal();
                server.start();
            }
        }
        zooKeeper.start();
        for (FaultProxy proxy : proxies) {
            proxy.toZooKeeper().heal();
            if (!proxy.process().isRunning()) {
                proxy.process().start();
            }
        }
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
