package io.pinion.operations.journal;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.CreateMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ephemeral nodes: they are there for as long as this process's session with ZooKeeper. */
final class ZooKeeperLock implements TaskLock {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperLock.class);

    private final CuratorFramework client;
    private final List<String> taken = new ArrayList<>();
    private final byte[] token = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    private final ConnectionStateListener listener = (any, state) -> connectionIs(state);
    private volatile boolean lost;
    private volatile boolean suspended;

    ZooKeeperLock(CuratorFramework client) {
        this.client = client;
        client.getConnectionStateListenable().addListener(listener);
    }

    /** @throws org.apache.zookeeper.KeeperException.NodeExistsException when somebody has it */
    void take(String path) throws Exception {
        // An answer that was lost is asked for again, and the node may be there: it is this lock's if it says so.
        client.create()
                .idempotent()
                .creatingParentsIfNeeded()
                .withMode(CreateMode.EPHEMERAL)
                .forPath(path, token);
        taken.add(path);
    }

    private void connectionIs(ConnectionState state) {
        switch (state) {
            case LOST -> lost = true;
            case SUSPENDED -> suspended = true;
            case CONNECTED, RECONNECTED -> suspended = false;
            case READ_ONLY -> suspended = true;
        }
    }

    @Override
    public boolean isHeld() {
        return !lost && !suspended;
    }

    @Override
    public void close() {
        client.getConnectionStateListenable().removeListener(listener);
        if (lost) {
            // What stands there now is somebody else's.
            return;
        }
        for (String path : taken) {
            try {
                client.delete().quietly().guaranteed().forPath(path);
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                log.atDebug().addKeyValue("cause", e.toString()).log("A lock ends with its session");
            }
        }
    }
}
