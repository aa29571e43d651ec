package io.pinion.config.source;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the node of one proxy in ZooKeeper, with the proxy's present state. Any thread may call it; only {@link #close}
 * waits for ZooKeeper.
 *
 * <p>As in {@link ZooKeeperSource}, every event leads to one action on one thread: look at the node and make it right.
 */
public final class ProxyRegistration implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProxyRegistration.class);
    private static final long RETRY_MILLIS = 1_000;
    private static final long REMOVE_MILLIS = 2_000;

    private final CuratorFramework client;
    private final String path;
    private final SourceThread thread = new SourceThread("pinion-registration");
    private final ConnectionStateListener connectionListener = (client, state) -> connectionIs(state);
    private final Watcher watcher = event -> {
        // Session events come here too; the connection listener handles those.
        if (event.getType() != Watcher.Event.EventType.None) {
            lookSoon(0);
        }
    };
    private volatile RegisteredProxy proxy;
    private boolean nameTaken;
    /** Whether the log says that another user has the node. */
    private boolean refused;
    /** Whether the node must not come back: an earlier event may still ask for a look. */
    private boolean removed;

    private ProxyRegistration(CuratorFramework client, String path, RegisteredProxy proxy) {
        this.client = client;
        this.path = path;
        this.proxy = proxy;
    }

    static ProxyRegistration start(CuratorFramework client, String path, RegisteredProxy proxy) {
        ProxyRegistration registration = new ProxyRegistration(client, path, proxy);
        client.getConnectionStateListenable().addListener(registration.connectionListener);
        registration.lookSoon(0);
        return registration;
    }

    /** Publishes what has changed of the proxy's state; the change is made on another thread. */
    public void update(UnaryOperator<RegisteredProxy> change) {
        thread.execute(() -> {
            proxy = change.apply(proxy);
            look();
        });
    }

    private void connectionIs(ConnectionState state) {
        if (state.isConnected()) {
            lookSoon(0);
        }
    }

    private void lookSoon(long delayMillis) {
        thread.after(delayMillis, this::look);
    }

    /**
     * Takes one step towards a node that is this session's and up to date. After a change it looks again, since a watch
     * reports one event only: the look that finds nothing to do leaves the watch for the next event.
     */
    private void look() {
        if (removed) {
            return;
        }
        try {
            Stat stat = new Stat();
            byte[] wanted = proxy.toBytes();
            byte[] stated = stated(stat);
            if (stated == null) {
                client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.EPHEMERAL)
                        .forPath(path, wanted);
                lookSoon(0);
            } else if (!isOurs(stat)) {
                waitForName();
            } else if (!Arrays.equals(stated, wanted)) {
                client.setData().forPath(path, wanted);
                lookSoon(0);
            } else {
                nameTaken = false;
                refused = false;
            }
        } catch (NodeExistsException | NoNodeException changedMeanwhile) {
            lookSoon(0);
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (Exception away) {
            tryLater(away);
        }
    }

    private byte @Nullable [] stated(Stat stat) throws Exception {
        try {
            return client.getData().storingStatIn(stat).usingWatcher(watcher).forPath(path);
        } catch (NoNodeException missing) {
            return null;
        }
    }

    private boolean isOurs(Stat stat) throws Exception {
        return stat.getEphemeralOwner()
                == client.getZookeeperClient().getZooKeeper().getSessionId();
    }

    private void tryLater(Exception away) {
        if (ZooKeeperFailure.isRefusal(away) && !refused) {
            refused = true;
            LOG.atError()
                    .addKeyValue("node", path)
                    .addKeyValue("cause", away.toString())
                    .log("ZooKeeper keeps the list of proxies for another user, so this one isn't in it: state its"
                            + " zookeeper.user and zookeeper.secret");
        }
        LOG.atDebug().addKeyValue("cause", away.toString()).log("the proxy will be registered when ZooKeeper is back");
        lookSoon(RETRY_MILLIS);
    }

    /** The node is mostly this proxy's own, of a session that ends soon; else two proxies have one name. */
    private void waitForName() {
        if (!nameTaken) {
            nameTaken = true;
            LOG.atWarn()
                    .addKeyValue("name", proxy.name())
                    .log("another session holds this proxy's name; it is registered when that one ends");
        }
        lookSoon(RETRY_MILLIS);
    }

    /** Removes the node if ZooKeeper can be reached; else the node ends with the session. */
    @Override
    public void close() {
        client.getConnectionStateListenable().removeListener(connectionListener);
        // Awaited, since a thread that closes drops actions that it has not begun.
        thread.runAndWait(this::remove, REMOVE_MILLIS);
        thread.close();
    }

    private void remove() {
        removed = true;
        try {
            Stat stat = client.checkExists().forPath(path);
            if (stat != null && isOurs(stat)) {
                client.delete().forPath(path);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (Exception away) {
            LOG.atDebug().addKeyValue("cause", away.toString()).log("the proxy's entry ends with its session");
        }
    }
}
