package io.pinion.cli;

import io.pinion.config.source.ZooKeeperAccess;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options for the place of the cluster's document: exactly one of the three. */
final class StoreOptions {
    @Option(names = "--file", paramLabel = "FILE", description = "The document is this file.")
    @Nullable
    Path file;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The document is where these settings of a proxy say, with their zookeeper.user and TLS.")
    @Nullable
    Path config;

    @ArgGroup(exclusive = false)
    @Nullable
    ZooKeeper zooKeeper;

    static final class ZooKeeper {
        @Option(
                names = "--zookeeper",
                paramLabel = "HOSTS",
                required = true,
                description = "The document is in this ZooKeeper: host:port, more with commas.")
        String hosts = "";

        @Option(names = "--cluster", paramLabel = "NAME", required = true, description = "… under this name.")
        String cluster = "";
    }

    /** @throws CliFailure when the store can't be reached */
    OpenStore open(CliEnvironment environment) throws CliFailure {
        if (config != null) {
            return OpenStore.of(config, environment);
        }
        return zooKeeper != null
                ? OpenStore.zooKeeper(zooKeeper.hosts, zooKeeper.cluster, ZooKeeperAccess.OPEN)
                // The command line lets no options pass that name no store.
                : OpenStore.file(Objects.requireNonNull(file));
    }
}
