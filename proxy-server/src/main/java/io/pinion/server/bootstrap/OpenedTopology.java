package io.pinion.server.bootstrap;

import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.FileSource;
import io.pinion.config.source.ProxyRegistry;
import io.pinion.config.source.TopologyLease;
import io.pinion.config.source.TopologySource;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.source.TreeProtection;
import io.pinion.config.source.ZooKeeperAccess;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperProbe;
import io.pinion.config.source.ZooKeeperSource;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Secrets.SecretMissing;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.ZooKeeperJournal;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the topology comes from, with the connection it needs.
 *
 * @param registry where proxies register; empty when the topology is a file
 * @param lease without which no server may be used; empty for a proxy that takes no part in automatic promotions
 * @param journal of operations; this process's own when the topology is a file
 */
record OpenedTopology(
        TopologySource source,
        Optional<ProxyRegistry> registry,
        Optional<TopologyLease> lease,
        OperationJournal journal,
        Runnable disconnect)
        implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OpenedTopology.class);

    /** Blocks until there is a topology, for as long as the settings allow. */
    static OpenedTopology open(Settings settings) throws TopologyUnavailable {
        TopologySettings topology = settings.topology();
        if (topology.file().isPresent()) {
            return new OpenedTopology(
                    FileSource.open(topology.file().get()),
                    Optional.empty(),
                    Optional.empty(),
                    new MemoryJournal(),
                    () -> {});
        }
        String hosts = topology.zookeeper()
                .orElseThrow(
                        () -> new TopologyUnavailable(
                                "the settings name no topology: use --topology FILE, or"
                                        + " --zookeeper HOSTS --cluster NAME, or topology.file or topology.zookeeper in the settings file"));
        ZooKeeperAccess access = access(settings);
        CuratorFramework client =
                ZooKeeperClient.start(hosts, access, topology.sessionTimeout(), topology.connectTimeout());
        try {
            ZooKeeperSource source = source(settings, client, new ZooKeeperProbe(access), hosts);
            if (access.digest().isPresent()) {
                tellOfOpenNodes(client, topology.cluster());
            }
            return new OpenedTopology(
                    source,
                    Optional.of(new ProxyRegistry(client, topology.cluster())),
                    settings.pairs().promoteAutomatically().time().map(any -> TopologyLease.of(source)),
                    new ZooKeeperJournal(client, topology.cluster()),
                    client::close);
        } catch (TopologyUnavailable | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private static ZooKeeperAccess access(Settings settings) throws TopologyUnavailable {
        try {
            return ZooKeeperAccess.of(settings.zookeeper(), Secrets.ofProcess());
        } catch (SecretMissing missing) {
            throw new TopologyUnavailable("zookeeper.secret: " + missing.getMessage());
        }
    }

    /** Says what is wrong with the connection, if there is none, since the client only tries again. */
    private static ZooKeeperSource source(
            Settings settings, CuratorFramework client, ZooKeeperProbe probe, String hosts) throws TopologyUnavailable {
        TopologySettings topology = settings.topology();
        try {
            ZooKeeperSource source = ZooKeeperSource.open(
                    client, topology.cluster(), Optional.of(settings.savedTopology()), topology.startPatience());
            if (!client.getZookeeperClient().isConnected()) {
                log.atWarn()
                        .addKeyValue("found", probe.look(hosts))
                        .log("there is no connection to ZooKeeper: the saved topology serves");
            }
            return source;
        } catch (TopologyUnavailable unavailable) {
            if (client.getZookeeperClient().isConnected()) {
                throw unavailable;
            }
            throw new TopologyUnavailable(unavailable.getMessage() + " (" + probe.look(hosts) + ")");
        }
    }

    private static void tellOfOpenNodes(CuratorFramework client, String cluster) {
        try {
            new TreeProtection(client, cluster)
                    .warning()
                    .ifPresent(open -> log.atWarn().addKeyValue("nodes", open).log("ZooKeeper isn't protected"));
        } catch (StoreUnavailable away) {
            log.atDebug().addKeyValue("cause", away.getMessage()).log("ZooKeeper's access lists weren't read");
        }
    }

    @Override
    public void close() {
        lease.ifPresent(TopologyLease::close);
        source.close();
        disconnect.run();
    }
}
