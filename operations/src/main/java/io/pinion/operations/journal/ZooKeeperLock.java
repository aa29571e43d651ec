package io.pinion.operations.journal;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.imps.CuratorFrameworkState;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.KeeperException.SessionExpiredException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock made of ephemeral nodes, which last as long as this process's session with ZooKeeper. A process that stood
 * still hears late that its session has ended, and another process may have the lock by then; a process with a new
 * session hears late of the end of its earlier one. So ZooKeeper is asked before each step, unless it has confirmed the
 * lock just now.
 */
final class ZooKeeperLock implements TaskLock {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperLock.class);

    private static final long AGAIN_MILLIS = 500;

    /** Much less than any session's timeout. */
    private static final long JUST_NOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** ZooKeeper's own value for any version. */
    private static final int ANY_VERSION = -1;

    /** How often others may take the lock and give it back during one attempt, until it counts as theirs. */
    private static final int TRIES = 10;

    private final CuratorFramework client;
    private final List<String> taken = new ArrayList<>();
    private final byte[] token = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    private final ConnectionStateListener listener = (any, state) -> connectionIs(state);
    private volatile boolean lost;
    private volatile boolean suspended;

    /** The number of sessions that have ended, this lock's or an earlier one. */
    private final AtomicInteger ends = new AtomicInteger();

    /** The number of ended sessions when ZooKeeper last confirmed the lock all the same. */
    private volatile int survived;

    /** The time of the last question that ZooKeeper answered with a confirmation. */
    private volatile long confirmed;

    ZooKeeperLock(CuratorFramework client) {
        this.client = client;
        client.getConnectionStateListenable().addListener(listener);
    }

    /** @throws NodeExistsException when another process has it */
    void take(String path) throws Exception {
        // Noted first, since a node may be made although its answer never comes.
        if (taken.isEmpty()) {
            confirmed = System.nanoTime();
        }
        taken.add(path);
        for (int tries = 1; ; tries++) {
            try {
                make(path);
                return;
            } catch (NoNodeException givenBack) {
                if (tries == TRIES) {
                    throw new NodeExistsException(path);
                }
            }
        }
    }

    /**
     * Makes the node. Curator asks again for an answer that was lost; a node that is there then is this lock's if it
     * has the token.
     *
     * @throws NoNodeException when the node that was there is gone before Curator has read whose it is
     */
    private void make(String path) throws Exception {
        client.create()
                .idempotent()
                .creatingParentsIfNeeded()
                .withMode(CreateMode.EPHEMERAL)
                .forPath(path, token);
    }

    private void connectionIs(ConnectionState state) {
        switch (state) {
            case LOST -> ends.incrementAndGet();
            case SUSPENDED -> suspended = true;
            case CONNECTED, RECONNECTED -> suspended = false;
            case READ_ONLY -> suspended = true;
        }
    }

    @Override
    public boolean isHeld() {
        return !lost && !suspended && survived == ends.get();
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    /** False, too, while that is uncertain. */
    @Override
    public boolean isConfirmed() {
        return isHeldJustNow() || isHeldNow();
    }

    private boolean isHeldJustNow() {
        return isHeld() && System.nanoTime() - confirmed < JUST_NOW_NANOS;
    }

    /** One thread asks for all threads. */
    private synchronized boolean isHeldNow() {
        if (isHeldJustNow()) {
            return true;
        }
        int ended = ends.get();
        boolean inDoubt = survived != ended;
        if (lost || (suspended && !inDoubt)) {
            return false;
        }
        long asked = System.nanoTime();
        return switch (ask()) {
            case HELD -> {
                confirmed = asked;
                survived = ended;
                yield isHeld();
            }
            case LOST -> {
                lost = true;
                yield false;
            }
            case UNKNOWN -> {
                // Waiting has no use: a session has ended, and nothing tells that it was another one.
                lost |= inDoubt;
                yield false;
            }
        };
    }

    private enum Answer {
        HELD,
        LOST,
        UNKNOWN
    }

    private Answer ask() {
        try {
            ZooKeeper session = client.getZookeeperClient().getZooKeeper();
            // The question goes through ZooKeeper's majority, as a write does: only that shows that a session is alive.
            session.multi(
                    taken.stream().map(path -> Op.check(path, ANY_VERSION)).toList());
            for (String path : taken) {
                if (!isOwn(session, path, new Stat())) {
                    return Answer.LOST;
                }
            }
            return Answer.HELD;
        } catch (NoNodeException | SessionExpiredException gone) {
            return Answer.LOST;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.UNKNOWN;
        } catch (Exception e) {
            return Answer.UNKNOWN;
        }
    }

    private boolean isOwn(ZooKeeper session, String path, Stat stat) throws KeeperException, InterruptedException {
        return Arrays.equals(session.getData(path, false, stat), token)
                && stat.getEphemeralOwner() == session.getSessionId();
    }

    @Override
    public void close() {
        client.getConnectionStateListenable().removeListener(listener);
        // Also when a session was lost: the news may come late, and be of an earlier session.
        List<String> left = taken.stream().filter(path -> !released(path)).toList();
        if (!left.isEmpty()) {
            Thread.ofVirtual().name("pinion-unlock").start(() -> releaseLater(left));
        }
    }

    /** Tries again, since a session that lives on would keep the nodes for as long as this process runs. */
    private void releaseLater(List<String> left) {
        List<String> still = left;
        try {
            while (!still.isEmpty() && client.getState() == CuratorFrameworkState.STARTED) {
                TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
                still = still.stream().filter(path -> !released(path)).toList();
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Deletes the node if it is this lock's, and only on the session that has made it: once that has ended, the node
     * may be another process's at any moment.
     *
     * @return false when the result is unknown
     */
    private boolean released(String path) {
        try {
            ZooKeeper session = client.getZookeeperClient().getZooKeeper();
            Stat stat = new Stat();
            if (isOwn(session, path, stat)) {
                session.delete(path, stat.getVersion());
            }
            return true;
        } catch (NoNodeException | SessionExpiredException gone) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (Exception e) {
            log.atDebug()
                    .addKeyValue("cause", e.toString())
                    .log("A lock is given back later, or ends with its session");
            return false;
        }
    }
}
