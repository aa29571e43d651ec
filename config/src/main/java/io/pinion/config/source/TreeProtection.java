package io.pinion.config.source;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * Finds the nodes of a cluster that anybody may use, and gives them to the user of this process. New nodes are that
 * user's from the beginning; this is for trees that were made without one. Blocks on I/O.
 */
public final class TreeProtection {
    /** Processes may make nodes during a pass; each pass takes what the one before has missed. */
    private static final int PASSES = 5;

    private final CuratorFramework client;
    private final String cluster;
    private final String root;

    /** @param client with a user */
    public TreeProtection(CuratorFramework client, String cluster) {
        this.client = client;
        this.cluster = cluster;
        this.root = ZooKeeperClient.pathOf(cluster);
    }

    /** What is open among the nodes that all others are below of, and the cure; empty when nothing is. */
    public Optional<String> warning() throws StoreUnavailable {
        List<String> open = new ArrayList<>();
        for (String path : Stream.of("", "/topology", "/operations", "/locks", "/proxies")
                .map(end -> root + end)
                .toList()) {
            if (isOpen(path)) {
                open.add(path);
            }
        }
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of("whoever reaches ZooKeeper may change " + String.join(", ", open)
                        + ", which were made without zookeeper.user: when all proxies have it, run pinion topology"
                        + " protect --config with the settings of one");
    }

    /**
     * Gives every node of the cluster to this process's user.
     *
     * @return how many nodes were open
     * @throws ProxiesWithoutUser when proxies would lose the cluster by that; nothing has changed
     */
    public int protect() throws StoreUnavailable, ProxiesWithoutUser {
        List<String> without = openProxies();
        if (!without.isEmpty()) {
            throw new ProxiesWithoutUser(without);
        }
        int all = 0;
        for (int pass = 1; pass <= PASSES; pass++) {
            int now = protect(root);
            all += now;
            if (now == 0) {
                break;
            }
        }
        protectParent();
        return all;
    }

    /** A proxy makes its node by itself, so a node that is open is one of a proxy without the user. */
    private List<String> openProxies() throws StoreUnavailable {
        List<String> found = new ArrayList<>();
        for (String name : children(root + "/proxies")) {
            if (isOpen(root + "/proxies/" + name)) {
                found.add(name);
            }
        }
        return found;
    }

    private int protect(String path) throws StoreUnavailable {
        int changed = 0;
        if (isOpen(path)) {
            set(path, NodeAccess.OWN);
            changed++;
        }
        for (String child : children(path)) {
            changed += protect(path + "/" + child);
        }
        return changed;
    }

    /** Only as far as it is this process's to change: another cluster's user may have made it. */
    private void protectParent() throws StoreUnavailable {
        Optional<List<ACL>> list = list(NodeAccess.CLUSTERS);
        if (list.isPresent()
                && list.get().stream()
                        .anyMatch(entry -> NodeAccess.isOpen(List.of(entry))
                                && (entry.getPerms()
                                                & ~NodeAccess.SHARED.getLast().getPerms())
                                        != 0)) {
            set(NodeAccess.CLUSTERS, NodeAccess.SHARED);
        }
    }

    private boolean isOpen(String path) throws StoreUnavailable {
        return list(path).map(NodeAccess::isOpen).orElse(false);
    }

    /** Empty when there is no such node. */
    private Optional<List<ACL>> list(String path) throws StoreUnavailable {
        try {
            return Optional.of(client.getACL().storingStatIn(new Stat()).forPath(path));
        } catch (NoNodeException gone) {
            return Optional.empty();
        } catch (NoAuthException closed) {
            return Optional.of(List.of());
        } catch (Exception e) {
            throw ZooKeeperFailure.of(path, "read", e, client);
        }
    }

    private void set(String path, List<ACL> list) throws StoreUnavailable {
        try {
            client.setACL().withACL(list).forPath(path);
        } catch (NoNodeException gone) {
            // Then there is nothing to protect.
        } catch (Exception e) {
            throw ZooKeeperFailure.of(path, "protected", e, client);
        }
    }

    private List<String> children(String path) throws StoreUnavailable {
        try {
            return client.getChildren().forPath(path);
        } catch (NoNodeException gone) {
            return List.of();
        } catch (Exception e) {
            throw ZooKeeperFailure.of(path, "read", e, client);
        }
    }

    @Override
    public String toString() {
        return "the nodes of cluster " + cluster;
    }

    /** Proxies that run without the user, and would be locked out. */
    public static final class ProxiesWithoutUser extends Exception {
        private static final long serialVersionUID = 1;

        ProxiesWithoutUser(List<String> names) {
            super("nothing was changed: " + String.join(", ", names)
                    + " runs without zookeeper.user and would lose the cluster; give each proxy zookeeper.user and"
                    + " zookeeper.secret, restart it, and protect then");
        }
    }
}
