package io.pinion.dist;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Deque;

/** An old server with a shop, which is the home of two proxies, and two pairs of one server each. */
record ShopCluster(ShopServers servers, TwinProxies proxies) {
    /**
     * @param rows of the shop at least
     * @param parts gets all that must be ended, the last one first, also when this fails
     */
    static ShopCluster start(Path directory, int rows, Deque<AutoCloseable> parts) throws Exception {
        EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
        parts.push(zooKeeper);
        ShopServers servers = ShopServers.start(directory.resolve("servers"));
        parts.push(servers);
        try (Connection root = servers.connect(0)) {
            ShopRows.fill(root, rows);
        }
        InstalledPinion pinion = InstalledPinion.unpackedInto(Files.createDirectories(directory.resolve("host")));
        TwinProxies proxies = TwinProxies.start(pinion, zooKeeper, servers.version());
        parts.push(proxies);
        proxies.createPair(servers.rootPassword(), "old", servers.address(0), "--as-home");
        proxies.createPair(servers.rootPassword(), "p1", servers.address(1));
        proxies.createPair(servers.rootPassword(), "p2", servers.address(2));
        return new ShopCluster(servers, proxies);
    }
}
