package io.pinion.server.bootstrap;

import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.FileSource;
import io.pinion.config.source.ProxyRegistry;
import io.pinion.config.source.TopologyLease;
import io.pinion.config.source.TopologySource;
import io.pinion.config.source.TopologyUnavailable;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperSource;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.ZooKeeperJournal;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;

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
        CuratorFramework client = ZooKeeperClient.start(hosts, topology.sessionTimeout(), topology.connectTimeout());
        try {
            ZooKeeperSource source = ZooKeeperSource.open(
                    client, topology.cluster(), Optional.of(settings.savedTopology()), topology.startPatience());
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

    @Override
    public void close() {
        lease.ifPresent(TopologyLease::close);
        source.close();
        disconnect.run();
    }
}
