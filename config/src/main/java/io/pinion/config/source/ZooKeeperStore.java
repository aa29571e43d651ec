package io.pinion.config.source;

import io.pinion.config.change.HistoryEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The document in the node {@code /pinion/<cluster>/topology}; its version is the node's. Its history is beside it, in
 * {@code /pinion/<cluster>/history}.
 */
public final class ZooKeeperStore implements TopologyStore {
    /** The version that stands for a missing node. */
    static final long MISSING = -1;

    /** ZooKeeper's own value for any version. */
    private static final int ANY_VERSION = -1;

    private final CuratorFramework client;
    private final ZooKeeperDeadline deadline = new ZooKeeperDeadline();
    private final String path;
    private final ZooKeeperHistory history;

    public ZooKeeperStore(CuratorFramework client, String cluster) {
        this.client = client;
        this.path = ZooKeeperClient.pathOf(cluster) + "/topology";
        this.history = new ZooKeeperHistory(client, ZooKeeperClient.pathOf(cluster) + "/history");
    }

    String path() {
        return path;
    }

    @Override
    public Optional<StoredDocument> read() throws StoreUnavailable {
        try {
            return read(null);
        } catch (NoText broken) {
            throw new StoreUnavailable(path + " holds no document: " + broken.getMessage(), broken);
        }
    }

    /**
     * The document that the node holds; the watcher, if there is one, is told of the next change, also when there is no
     * node yet.
     *
     * @throws NoText when the node's bytes are no text
     */
    Optional<StoredDocument> read(@Nullable Watcher watcher) throws StoreUnavailable, NoText {
        try {
            return Optional.of(deadline.within(() -> document(watcher)));
        } catch (NoNodeException none) {
            if (watcher != null) {
                watchForCreation(watcher);
            }
            return Optional.empty();
        } catch (NoText broken) {
            throw broken;
        } catch (Exception e) {
            throw unavailable("read", e);
        }
    }

    /**
     * A follower may lag behind what this process saw before it lost its connection. Calls of one client are answered in order, so
     * the read comes after the sync.
     */
    private StoredDocument document(@Nullable Watcher watcher) throws Exception {
        client.sync().forPath(path);
        Stat stat = new Stat();
        byte[] bytes = watcher == null
                ? client.getData().storingStatIn(stat).forPath(path)
                : client.getData().storingStatIn(stat).usingWatcher(watcher).forPath(path);
        return new StoredDocument(text(bytes, stat.getVersion()), stat.getVersion());
    }

    /** The node's bytes are no text. */
    static final class NoText extends IOException {
        private static final long serialVersionUID = 1;

        private final long version;

        NoText(IOException cause, long version) {
            super(cause.getMessage(), cause);
            this.version = version;
        }

        /** The node's version. */
        long version() {
            return version;
        }
    }

    private static String text(byte[] bytes, long version) throws NoText {
        try {
            return CompressedText.decompress(bytes);
        } catch (IOException broken) {
            throw new NoText(broken, version);
        }
    }

    /**
     * Whether the node has this version at a moment within this call. The question goes through ZooKeeper's majority,
     * as a write does: a leader that has lost its majority, and doesn't know yet, would still answer a sync.
     *
     * @param version {@link #MISSING} asks whether there is no node
     */
    boolean isAt(long version) throws StoreUnavailable {
        try {
            int expected = version == MISSING ? ANY_VERSION : Math.toIntExact(version);
            client.transaction()
                    .forOperations(
                            client.transactionOp().check().withVersion(expected).forPath(path));
            return version != MISSING;
        } catch (BadVersionException another) {
            return false;
        } catch (NoNodeException none) {
            return version == MISSING;
        } catch (Exception e) {
            throw unavailable("checked", e);
        }
    }

    /** A read of a missing node leaves no watch behind; a call of exists does. */
    private void watchForCreation(Watcher watcher) throws StoreUnavailable {
        try {
            Stat created = client.checkExists().usingWatcher(watcher).forPath(path);
            if (created != null) {
                // The node was created between the two calls. The watch above waits for the next change, so report this
                // one.
                watcher.process(new WatchedEvent(
                        Watcher.Event.EventType.NodeCreated, Watcher.Event.KeeperState.SyncConnected, path));
            }
        } catch (Exception e) {
            throw unavailable("watched", e);
        }
    }

    /** Both in one transaction. */
    @Override
    public long replace(OptionalLong expectedVersion, String json, Optional<HistoryEntry> change)
            throws VersionConflict, StoreUnavailable {
        byte[] bytes = fitting(json);
        try {
            history.prepare();
            List<CuratorOp> writes = new ArrayList<>();
            writes.add(
                    expectedVersion.isEmpty()
                            ? client.transactionOp().create().forPath(path, bytes)
                            : client.transactionOp()
                                    .setData()
                                    .withVersion(Math.toIntExact(expectedVersion.getAsLong()))
                                    .forPath(path, bytes));
            if (change.isPresent()) {
                writes.add(history.adding(change.get()));
            }
            Stat stat = client.transaction().forOperations(writes).getFirst().getResultStat();
            history.dropOld();
            return stat == null ? 0L : stat.getVersion();
        } catch (BadVersionException | NoNodeException | NodeExistsException conflict) {
            throw new VersionConflict(path + " has changed since it was read; read it again");
        } catch (Exception e) {
            throw unavailable("written", e);
        }
    }

    @Override
    public Optional<List<HistoryEntry>> history() throws StoreUnavailable {
        try {
            return Optional.of(deadline.within(history::entries));
        } catch (Exception e) {
            throw unavailable("read", e);
        }
    }

    private static byte[] fitting(String json) throws StoreUnavailable {
        byte[] bytes = CompressedText.compress(json);
        if (bytes.length > CompressedText.MAX_NODE_BYTES) {
            throw new StoreUnavailable("the document has " + bytes.length + " bytes after compression; ZooKeeper holds "
                    + CompressedText.MAX_NODE_BYTES + ": join neighbouring ranges of one pair");
        }
        return bytes;
    }

    /** A ZooKeeper that listens on this machine alone is taken to be somebody's own. */
    @Override
    public Optional<Exposure> exposure() throws StoreUnavailable {
        String servers = client.getZookeeperClient().getCurrentConnectionString();
        if (isLocal(servers)) {
            return Optional.empty();
        }
        try {
            boolean open = deadline.within(() -> client.getACL().forPath(path)).stream()
                    .anyMatch(acl ->
                            acl.getId().getScheme().equals("world") && (acl.getPerms() & ZooDefs.Perms.WRITE) != 0);
            return open
                    ? Optional.of(new Exposure(
                            "whoever reaches ZooKeeper at " + servers + " may write " + path
                                    + ", which has the rights of all users",
                            "zookeeper.user and zookeeper.secret in the settings of all proxies, a restart of each,"
                                    + " and pinion topology protect"))
                    : Optional.empty();
        } catch (NoNodeException none) {
            return Optional.empty();
        } catch (Exception e) {
            throw unavailable("looked at", e);
        }
    }

    private static boolean isLocal(String servers) {
        String hosts = servers.contains("/") ? servers.substring(0, servers.indexOf('/')) : servers;
        return Arrays.stream(hosts.split(","))
                .map(String::strip)
                .allMatch(host -> host.matches("(localhost|127(\\.\\d+){3}|\\[::1])(:\\d+)?"));
    }

    private StoreUnavailable unavailable(String what, Exception cause) {
        return ZooKeeperFailure.of(path, what, cause, client);
    }
}
