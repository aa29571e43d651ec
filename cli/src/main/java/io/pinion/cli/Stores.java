package io.pinion.cli;

import io.pinion.config.source.FileStore;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperStore;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;

/** Opens the store that options name. */
final class Stores {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private Stores() {}

    static StoreOptions.OpenStore open(StoreOptions options) throws CliFailure {
        Path file = options.file;
        if (file != null) {
            return new StoreOptions.OpenStore("file " + file, new FileStore(file), () -> {});
        }
        StoreOptions.ZooKeeper zooKeeper = options.zooKeeper;
        if (zooKeeper == null) {
            throw new IllegalStateException("the command line lets no options pass that name no store");
        }
        return zooKeeper(zooKeeper.hosts, zooKeeper.cluster);
    }

    private static StoreOptions.OpenStore zooKeeper(String hosts, String cluster) throws CliFailure {
        CuratorFramework client = ZooKeeperClient.start(hosts, TIMEOUT, TIMEOUT);
        try {
            ZooKeeperStore store = new ZooKeeperStore(client, cluster);
            return new StoreOptions.OpenStore("zookeeper " + hosts + ", cluster " + cluster, store, client::close);
        } catch (IllegalArgumentException e) {
            client.close();
            throw new CliFailure(String.valueOf(e.getMessage()), ExitStatus.USAGE, e);
        }
    }
}
