package io.pinion.config.source;

import io.pinion.config.source.SourceStatus.State;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.source.ZooKeeperStore.NoText;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.Watcher;

/**
 * Serves the document of {@code /pinion/<cluster>/topology} and adopts each change as ZooKeeper tells of it.
 *
 * <p>Every event, whatever it is, leads to the same action on the source's thread: read the node and watch it again. So
 * there is no order of events to get wrong. While ZooKeeper is away the last topology serves; when a connection is
 * back, under the old session or a new one, the node is read again.
 */
public final class ZooKeeperSource extends WatchingSource {
    /** A read that failed is tried again after this time even if no event comes. */
    private static final long RETRY_MILLIS = 1_000;

    /** No document has this version. */
    private static final long NOTHING_YET = -2;

    private final ZooKeeperStore store;
    private final CuratorFramework client;
    private final Optional<SavedCopy> savedCopy;
    private final Watcher watcher = event -> {
        // Session events come here too; the connection listener handles those.
        if (event.getType() != Watcher.Event.EventType.None) {
            readSoon(0);
        }
    };
    private final ConnectionStateListener connectionListener = (client, state) -> connectionIs(state);

    /** The version of the document that was adopted, or refused, last. */
    private volatile long seen = NOTHING_YET;

    /** Why ZooKeeper doesn't let this process read, if it doesn't. */
    private volatile Optional<String> refusal = Optional.empty();

    private ZooKeeperSource(
            CuratorFramework client, String cluster, ZooKeeperStore store, Optional<Path> savedCopy, Clock clock) {
        super(store, origin(client, store), Counting.BY_DOCUMENT, Optional.of(cluster), clock);
        this.client = client;
        this.store = store;
        this.savedCopy = savedCopy.map(SavedCopy::new);
    }

    private static String origin(CuratorFramework client, ZooKeeperStore store) {
        return "zookeeper " + client.getZookeeperClient().getCurrentConnectionString() + store.path();
    }

    /**
     * Reads the document and goes on watching it. The client stays the caller's to close, after the source.
     *
     * @param savedCopy where each adopted topology is saved; when ZooKeeper gives none in time, that copy serves
     * @param timeout how long to wait for ZooKeeper
     * @throws TopologyUnavailable when neither ZooKeeper nor the saved copy has a right document
     */
    public static ZooKeeperSource open(
            CuratorFramework client, String cluster, Optional<Path> savedCopy, Duration timeout)
            throws TopologyUnavailable {
        ZooKeeperStore store = new ZooKeeperStore(client, cluster);
        ZooKeeperSource source = new ZooKeeperSource(client, cluster, store, savedCopy, Clock.systemUTC());
        try {
            source.start(timeout);
            return source;
        } catch (TopologyUnavailable unavailable) {
            source.close();
            throw unavailable;
        }
    }

    private void start(Duration timeout) throws TopologyUnavailable {
        client.getConnectionStateListenable().addListener(connectionListener);
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            if (client.blockUntilConnected(Math.toIntExact(timeout.toMillis()), TimeUnit.MILLISECONDS)) {
                // When the read takes too long it goes on, and the saved copy serves until it succeeds.
                thread.runAndWait(
                        this::readFirst, Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TopologyUnavailable("interrupted while waiting for ZooKeeper");
        }
        if (!isRunning()) {
            if (refusal.isPresent()) {
                // The saved copy would hide a wrong secret until the cluster changes.
                throw new TopologyUnavailable(refusal.get());
            }
            startFromSavedCopy(timeout);
        }
    }

    private void readFirst() {
        Optional<StoredDocument> copy = savedCopy.flatMap(SavedCopy::read);
        read();
        if (isRunning() && savedCopy.isPresent()) {
            String from = savedCopy.get().name();
            copy.ifPresent(saved -> warnOfNewer(saved, from));
        }
    }

    /** Runs only after ZooKeeper has given no valid document: a saved copy may be of another life of the cluster. */
    private void startFromSavedCopy(Duration timeout) throws TopologyUnavailable {
        Optional<StoredDocument> copy = savedCopy.flatMap(SavedCopy::read);
        AtomicReference<String> objection = new AtomicReference<>("there is no saved copy either");
        if (savedCopy.isPresent() && copy.isPresent()) {
            String from = savedCopy.get().name();
            thread.runAndWait(
                    () -> offerSaved(copy.get(), from)
                            .ifPresent(why -> objection.set("the " + from + " doesn't serve either, " + why)),
                    timeout.toMillis() + RETRY_MILLIS);
        }
        if (!isRunning()) {
            String why = status().refused().isPresent()
                    ? status().refusal()
                    : status().origin() + " did not answer within " + timeout.toMillis() + " ms";
            throw new TopologyUnavailable(why + "; " + objection.get());
        }
        readSoon(RETRY_MILLIS);
    }

    private void connectionIs(ConnectionState state) {
        switch (state) {
            case CONNECTED, RECONNECTED -> readSoon(0);
            case SUSPENDED, LOST, READ_ONLY -> thread.execute(this::lost);
        }
    }

    private void lost() {
        if (status().state() == State.CONNECTED) {
            state(State.LOST);
        }
    }

    private void readSoon(long delayMillis) {
        thread.after(delayMillis, this::read);
    }

    private void read() {
        try {
            Optional<StoredDocument> document = store.read(watcher);
            state(State.CONNECTED);
            refusal = Optional.empty();
            if (document.isEmpty()) {
                refuse(
                        isRunning()
                                ? "the document was deleted; write it again with pinion topology set"
                                : "nobody has stored a topology yet; do it with pinion topology set",
                        List.of());
            } else if (offer(document.get())) {
                savedCopy.ifPresent(copy -> copy.save(current()));
            }
            seen = document.map(StoredDocument::version).orElse(ZooKeeperStore.MISSING);
        } catch (NoText broken) {
            state(State.CONNECTED);
            refuse("the node holds no document: " + broken.getMessage(), List.of());
            seen = broken.version();
        } catch (StoreUnavailable away) {
            if (ZooKeeperFailure.isRefusal(away.getCause())) {
                refusedBy(String.valueOf(away.getMessage()));
            } else {
                lost();
            }
            if (!Thread.currentThread().isInterrupted()) {
                readSoon(RETRY_MILLIS);
            }
        }
    }

    /** Read again all the same: the cure may be in ZooKeeper. */
    private void refusedBy(String why) {
        refusal = Optional.of(why);
        if (isRunning()) {
            refuse(why, List.of());
        }
    }

    /**
     * Whether ZooKeeper holds, at a moment within this call, the document that was adopted or refused last. When it
     * holds another, this source reads that soon. Blocks on I/O; any thread may call it.
     */
    public boolean isNewest() throws StoreUnavailable {
        long known = seen;
        boolean newest = known != NOTHING_YET && store.isAt(known);
        if (!newest) {
            readSoon(0);
        }
        return newest;
    }

    @Override
    public void close() {
        client.getConnectionStateListenable().removeListener(connectionListener);
        super.close();
    }
}
