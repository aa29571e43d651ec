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
 * Ephemeral nodes: they are there for as long as this process's session with ZooKeeper. A process that stood still is told late
 * that its session has ended, and somebody else may have the lock by then; and one with a new session is told late of the end of
 * the one before. So ZooKeeper is asked before a step is taken, unless it has said so just now.
 */
final class ZooKeeperLock implements TaskLock {
    private static final Logger log = LoggerFactory.getLogger(ZooKeeperLock.class);

    private static final long AGAIN_MILLIS = 500;

    /** Much less than any session lasts in which nothing is heard. */
    private static final long JUST_NOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** As ZooKeeper writes it. */
    private static final int ANY_VERSION = -1;

    /** So often others may take it and give it back while it is asked for, until it counts as theirs. */
    private static final int TRIES = 10;

    private final CuratorFramework client;
    private final List<String> taken = new ArrayList<>();
    private final byte[] token = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    private final ConnectionStateListener listener = (any, state) -> connectionIs(state);
    private volatile boolean lost;
    private volatile boolean suspended;

    /** Sessions that have ended, this lock's or the one before. */
    private final AtomicInteger ends = new AtomicInteger();

    /** How many had when ZooKeeper said that it is held all the same. */
    private volatile int survived;

    /** When ZooKeeper was asked last that said that it is held. */
    private volatile long confirmed;

    ZooKeeperLock(CuratorFramework client) {
        this.client = client;
        client.getConnectionStateListenable().addListener(listener);
    }

    /** @throws NodeExistsException when somebody has it */
    void take(String path) throws Exception {
        // First, for a node may be made although its answer never comes.
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
     * An answer that was lost is asked for again, and the node may be there: it is this lock's if it says so.
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

    /** False, too, while nobody can say. */
    @Override
    public boolean isConfirmed() {
        return isHeldJustNow() || isHeldNow();
    }

    private boolean isHeldJustNow() {
        return isHeld() && System.nanoTime() - confirmed < JUST_NOW_NANOS;
    }

    /** One thread asks for all. */
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
                // There is no use in waiting: a session has ended, and nobody says that it was another one.
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
            // Through ZooKeeper's majority, as a write is: only that finds a session alive.
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
        // Also when the session was lost: that news may be of the one before, and come late.
        List<String> left = taken.stream().filter(path -> !released(path)).toList();
        if (!left.isEmpty()) {
            Thread.ofVirtual().name("pinion-unlock").start(() -> releaseLater(left));
        }
    }

    /** A session that lives on would keep them for as long as this process runs. */
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
     * Deletes the node if it is this lock's, on the session that has made it and on no later one: when that has ended the node
     * may be another's at any moment.
     *
     * @return false when nobody knows
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
