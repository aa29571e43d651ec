package io.pinion.cli;

import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.source.FileStore;
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

/** Opens the store that options name. */
record Stores(CliEnvironment environment) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** @throws CliFailure when the store can't be reached */
    StoreOptions.OpenStore open(StoreOptions options) throws CliFailure {
        if (options.file != null) {
            return file(options.file);
        }
        if (options.config != null) {
            return settled(SettingsFile.read(environment, options.config), options.config);
        }
        StoreOptions.ZooKeeper zooKeeper = options.zooKeeper;
        if (zooKeeper == null) {
            throw new IllegalStateException("the command line lets no options pass that name no store");
        }
        return zooKeeper(zooKeeper.hosts, zooKeeper.cluster, ZooKeeperAccess.OPEN);
    }

    static StoreOptions.OpenStore file(Path file) {
        return new StoreOptions.OpenStore("file " + file, new FileStore(file), Optional.empty(), () -> {});
    }

    private StoreOptions.OpenStore settled(Settings settings, Path origin) throws CliFailure {
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

    static StoreOptions.OpenStore zooKeeper(String hosts, String cluster, ZooKeeperAccess access)
            throws CliFailure {
        CuratorFramework client = ZooKeeperClient.start(hosts, access, TIMEOUT, TIMEOUT);
        try {
            ZooKeeperStore store = new ZooKeeperStore(client, cluster);
            if (!client.blockUntilConnected(Math.toIntExact(TIMEOUT.toMillis()), TimeUnit.MILLISECONDS)) {
                client.close();
                throw new CliFailure("no connection to ZooKeeper: " + new ZooKeeperProbe(access).look(hosts));
            }
            return new StoreOptions.OpenStore(
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
}
