package io.pinion.dist;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;

/** An application's server, which is the home of two proxies, and the pairs p1 and p2. */
record MovingCluster(MovingServers servers, TwinProxies proxies) {
    /**
     * @param servers that it has, as {@link MovingServers#start} takes them
     * @param rows of the application at least
     * @param parts gets all that must be ended, also when this fails
     */
    static MovingCluster start(Path directory, int servers, MovingApplication application, int rows, Parts parts)
            throws Exception {
        EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
        parts.push(zooKeeper);
        MovingServers started = MovingServers.start(directory.resolve("servers"), servers);
        parts.push(started);
        try (Connection root = started.connect(MovingServers.OLD)) {
            application.fill(root, rows);
        }
        InstalledPinion pinion = InstalledPinion.unpackedInto(Files.createDirectories(directory.resolve("host")));
        TwinProxies proxies = TwinProxies.start(pinion, zooKeeper, started.version());
        parts.push(proxies);
        proxies.createPair(started.rootPassword(), "old", started.address(MovingServers.OLD), "as", "home");
        proxies.createPair(started.rootPassword(), "p1", started.address(1), standby(started));
        proxies.createPair(started.rootPassword(), "p2", started.address(2));
        return new MovingCluster(started, proxies);
    }

    private static String[] standby(MovingServers servers) {
        return servers.all().size() > MovingServers.STANDBY
                ? new String[] {"standby", servers.address(MovingServers.STANDBY)}
                : new String[0];
    }
}
