package io.pinion.cli;

import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TreeProtection;
import java.nio.file.Path;
import java.util.Optional;
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

    /**
     * A store with its connection.
     *
     * @param name the store's name for messages
     * @param protection of the nodes of the store; empty without a user of ZooKeeper
     */
    record OpenStore(String name, TopologyStore store, Optional<TreeProtection> protection, Runnable closer)
            implements AutoCloseable {
        @Override
        public void close() {
            closer.run();
        }
    }
}
