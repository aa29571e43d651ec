package io.pinion.operations.move;

import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.ServerLoad;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.MoveEntry.Beginning;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of a move from its phase in the journal on. The new pair gets a copy of the shards, replicates clients' writes,
 * and is compared; then the shards change their pair in one moment. Each phase may be repeated. Blocks; one run, by the
 * holder of the locks of both pairs.
 */
final class ShardMove {
    private static final Logger log = LoggerFactory.getLogger(ShardMove.class);

    private static final Duration SNAPSHOT_TIMEOUT = Duration.ofSeconds(5);

    /** How far the new pair's standby may be behind before the copy waits for it. */
    private static final Duration STANDBY_LAG = Duration.ofMillis(100);

    private final Topology topology;
    private final PairSide from;
    private final PairSide to;
    private final PublishedMove published;
    private final ServerAccess access;
    private final Proxies proxies;
    private final MoveTimeouts timeouts;
    private final CopyBounds bounds;
    private final MoveEntry entry;
    private final TaskLock lock;

    ShardMove(
            Topology topology,
            PairSide from,
            PairSide to,
            PublishedMove published,
            ServerAccess access,
            Proxies proxies,
            MoveTimeouts timeouts,
            CopyBounds bounds,
            MoveEntry entry,
            TaskLock lock) {
        this.topology = topology;
        this.from = from;
        this.to = to;
        this.published = published;
        this.access = access;
        this.proxies = proxies;
        this.timeouts = timeouts;
        this.bounds = bounds;
        this.entry = entry;
        this.lock = lock;
    }

    /** Runs to the end: the shards are on the new pair, and the old pair replicates from it. */
    void run() throws MoveRefused, SQLException {
        if (entry.phase() == Phase.CUTTING_OVER && !isMoved()) {
            // The proxy that began this died before the topology named the new pair.
            cutOver().undo(lock);
            entry.enter(Phase.FOLLOWING, "going on after a cut-over that broke off");
        }
        if (entry.phase() == Phase.COPYING) {
            discardCopy();
            entry.enter(Phase.CHECKED, "copying anew");
        }
        if (entry.phase() == Phase.CHECKED) {
            copy();
        }
        if (entry.phase() == Phase.FOLLOWING) {
            handOver();
        }
        settle();
    }

    boolean isMoved() throws MoveRefused {
        return published.pair().filter(to.pair().name()::equals).isPresent();
    }

    // --- copy

    private void copy() throws MoveRefused, SQLException {
        entry.step("copying from " + from.primary());
        try (Snapshot snapshot =
                        Snapshot.openToFollow(from.login(), from.primary().databases(), SNAPSHOT_TIMEOUT);
                Control control = new Control()) {
            entry.begins(Direction.FORTH, new Beginning(snapshot.place(), snapshot.position()));
            new DatabaseCopy(snapshot, to.login(), bounds.speed(), control).run();
        } catch (CopyRefused | SQLException e) {
            // Databases that exist there, now or later, belong to somebody else: no run may take them for a copy.
            entry.enter(Phase.CHECKED, "nothing has been copied");
            if (e instanceof SQLException failed) {
                throw failed;
            }
            throw new MoveRefused(String.valueOf(e.getMessage()));
        } catch (CopyBroken e) {
            entry.endIfAsked();
            throw new MoveRefused(e.getMessage() + "; RESUME OPERATION " + entry.number() + " copies anew");
        }
        entry.step("following " + from.primary());
        to.primary()
                .follow(
                        Direction.FORTH.channel(entry.number()),
                        from.source(topology, access),
                        entry.beginning(Direction.FORTH).place());
        entry.enter(Phase.FOLLOWING, "following " + from.primary());
    }

    /** Leaves clients of both pairs, and the new pair's standby, their share of the servers. */
    private final class Control implements CopyControl, AutoCloseable {
        private static final long TELL_EVERY_NANOS = 1_000_000_000;

        private final Optional<StandbyLag> lag = to.standbyLag();
        private final ServerLoad load = new ServerLoad(
                bounds.mostRunning(),
                List.of(from.login().unmarked(), to.login().unmarked()));

        private long told = System.nanoTime();
        private boolean ended;

        @Override
        public boolean isCancelled() {
            return ended || entry.isUnwanted(lock);
        }

        @Override
        public boolean mayBegin() {
            try {
                entry.enter(Phase.COPYING, "copying from " + from.primary());
            } catch (MoveRefused e) {
                ended = true;
            }
            return !isCancelled();
        }

        /** Another proxy may work on it by then. */
        @Override
        public boolean mayDiscard() {
            return false;
        }

        @Override
        public Optional<String> mustWait() {
            return lag.isPresent() && lag.get().isMoreThan(STANDBY_LAG)
                    ? Optional.of("the standby of pair " + to.pair().name() + " is behind")
                    : load.reason();
        }

        @Override
        public void progressed(CopyProgress progress) {
            if (System.nanoTime() - told < TELL_EVERY_NANOS) {
                return;
            }
            told = System.nanoTime();
            try {
                entry.step("copying from " + from.primary() + ": " + progress);
            } catch (MoveRefused e) {
                ended = true;
            }
        }

        @Override
        public void close() {
            lag.ifPresent(StandbyLag::close);
            load.close();
        }
    }

    /** Drops what may be there of the copy; the old pair has everything. */
    private void discardCopy() throws MoveRefused, SQLException {
        if (!published.pair().filter(from.pair().name()::equals).isPresent()) {
            throw new MoveRefused("the topology doesn't have the shards on pair "
                    + from.pair().name() + ": nothing is dropped on pair "
                    + to.pair().name() + " (SHOW SHARDS)");
        }
        MoveRefused.unlessHeld(lock);
        to.primary().forget(Direction.FORTH.channel(entry.number()));
        DatabaseCopy.discard(to.primary().server(), to.primary().databases());
    }

    /** Undoes the whole move. Only valid as long as the shards are on the old pair. */
    void giveUp() throws MoveRefused, SQLException {
        MoveRefused.unlessHeld(lock);
        if (entry.phase() == Phase.CUTTING_OVER) {
            cutOver().undo(lock);
        }
        from.removeFences(entry.number());
        if (entry.phase() != Phase.CHECKED) {
            discardCopy();
        }
        // A standby that comes back later would refuse writes.
        from.requireStandby();
    }

    // --- hand over

    private CutOver cutOver() throws MoveRefused {
        return new CutOver(Direction.FORTH, from, to, entry, published, proxies, timeouts);
    }

    private void handOver() throws MoveRefused, SQLException {
        CutOver cutOver = cutOver();
        entry.step("following " + from.primary());
        cutOver.approach();
        new CopyComparison(Direction.FORTH, from, to, entry, timeouts, lock).requireEqual();
        CutOver.Done done = cutOver.run(lock);
        log.atInfo()
                .addKeyValue("operation", entry.number())
                .addKeyValue("shards", entry.operation().task().statement())
                .addKeyValue("pause_ms", done.pause().toMillis())
                .addKeyValue("ended", done.ended())
                .log("Shards are on another pair");
        entry.enter(Phase.MOVED, "moved, after a pause of " + done.pause().toMillis() + " ms");
    }

    // --- afterwards

    /**
     * Stops the new pair's replication from the old one, and lets the old pair replicate from the new one as long as
     * there may be a way back.
     */
    private void settle() throws MoveRefused, SQLException {
        if (entry.phase() != Phase.MOVED) {
            entry.enter(Phase.MOVED, "moved");
        }
        to.primary().forget(Direction.FORTH.channel(entry.number()));
        if (entry.mayHavePreparedRollback()) {
            to.requireStandby();
            to.removeFences(entry.number());
        }
        String back = Direction.BACK.channel(entry.number());
        ReplicationHealth health = from.primary().health(back);
        if (health.configured() && !health.isRunning()) {
            from.primary().resume(back);
        } else if (!health.configured()) {
            from.primary().forget(back);
            from.primary()
                    .follow(
                            back,
                            to.source(topology, access),
                            entry.beginning(Direction.BACK).place());
        }
    }
}
