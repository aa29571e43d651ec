package io.pinion.cli;

import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.FileStore;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TreeProtection;
import io.pinion.config.source.ZooKeeperAccess;
import io.pinion.config.source.ZooKeeperClient;
import io.pinion.config.source.ZooKeeperProbe;
import io.pinion.config.source.ZooKeeperStore;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Secrets.SecretMissing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;

/**
 * A store of the topology document with its connection.
 *
 * @param name the store's name for messages
 * @param protection of the nodes of the store; empty without a user of ZooKeeper
 */
record OpenStore(String name, TopologyStore store, Optional<TreeProtection> protection, Runnable closer)
        implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    static OpenStore file(Path file) {
        return new OpenStore("file " + file, new FileStore(file), Optional.empty(), () -> {});
    }

    /** The store that settings name. */
    static OpenStore of(Path origin, CliEnvironment environment) throws CliFailure {
        Settings settings = environment.settings(origin);
        TopologySettings topology = settings.topology();
        if (topology.file().isPresent()) {
            return file(topology.file().get());
        }
        String hosts = topology.zookeeper()
                .orElseThrow(() -> new CliFailure(origin + " names neither topology.file nor topology.zookeeper"));
        try {
            return zooKeeper(
                    hosts,
                    topology.cluster(),
                    ZooKeeperAccess.of(settings.zookeeper(), new Secrets(environment.variables()::apply)));
        } catch (SecretMissing missing) {
            throw new CliFailure("zookeeper.secret in " + origin + ": " + missing.getMessage(), missing);
        }
    }

    static OpenStore zooKeeper(String hosts, String cluster, ZooKeeperAccess access) throws CliFailure {
        CuratorFramework client = ZooKeeperClient.start(hosts, access, TIMEOUT, TIMEOUT);
        try {
            ZooKeeperStore store = new ZooKeeperStore(client, cluster);
            if (!client.blockUntilConnected(Math.toIntExact(TIMEOUT.toMillis()), TimeUnit.MILLISECONDS)) {
                client.close();
                throw new CliFailure("no connection to ZooKeeper: " + new ZooKeeperProbe(access).look(hosts));
            }
            return new OpenStore(
                    "zookeeper " + hosts + ", cluster " + cluster,
                    store,
                    access.digest().map(user -> new TreeProtection(client, cluster)),
                    client::close);
        } catch (IllegalArgumentException e) {
            client.close();
            throw new CliFailure(String.valueOf(e.getMessage()), ExitStatus.USAGE, e);
        } catch (InterruptedException e) {
            client.close();
            Thread.currentThread().interrupt();
            throw new CliFailure("interrupted while waiting for ZooKeeper", e);
        }
    }

    @Override
    public void close() {
        closer.run();
    }
}
