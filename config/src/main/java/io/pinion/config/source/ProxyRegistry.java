package io.pinion.config.source;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoNodeException;

/**
 * The proxies of a cluster: each is an ephemeral node {@code /pinion/<cluster>/proxies/<name>} that states where it
 * listens and which generation it serves.
 */
public final class ProxyRegistry {
    private final CuratorFramework client;
    private final ZooKeeperDeadline deadline = new ZooKeeperDeadline();
    private final String path;

    public ProxyRegistry(CuratorFramework client, String cluster) {
        this.client = client;
        this.path = ZooKeeperClient.pathOf(cluster) + "/proxies";
    }

    /** Enters a proxy, at once or when ZooKeeper can be reached, until the registration is closed. Doesn't block. */
    public ProxyRegistration register(RegisteredProxy proxy) {
        return ProxyRegistration.start(client, path + "/" + proxy.name(), proxy);
    }

    /** The proxies that are alive, by name. Blocks on I/O. */
    public List<RegisteredProxy> list() throws StoreUnavailable {
        try {
            return deadline.within(this::registered);
        } catch (NoNodeException nobodyYet) {
            return List.of();
        } catch (Exception e) {
            throw ZooKeeperFailure.of(path, "read", e, client);
        }
    }

    private List<RegisteredProxy> registered() throws Exception {
        List<RegisteredProxy> proxies = new ArrayList<>();
        for (String name : client.getChildren().forPath(path).stream().sorted().toList()) {
            byName(name).ifPresent(proxies::add);
        }
        return proxies;
    }

    private Optional<RegisteredProxy> byName(String name) throws Exception {
        try {
            return RegisteredProxy.of(name, client.getData().forPath(path + "/" + name));
        } catch (NoNodeException goneMeanwhile) {
            return Optional.empty();
        }
    }
}
