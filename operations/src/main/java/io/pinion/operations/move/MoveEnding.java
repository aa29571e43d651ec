package io.pinion.operations.move;

import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Ends a move whose shards are on the new pair: drops the old copy, or moves the shards back. Each step may be
 * repeated. Blocks; one run, by the holder of the locks of both pairs.
 */
final class MoveEnding {
    private final PairSide from;
    private final PairSide to;
    private final PublishedMove published;
    private final Proxies proxies;
    private final MoveTimeouts timeouts;
    private final MoveEntry entry;
    private final TaskLock lock;

    MoveEnding(
            PairSide from,
            PairSide to,
            PublishedMove published,
            Proxies proxies,
            MoveTimeouts timeouts,
            MoveEntry entry,
            TaskLock lock) {
        this.from = from;
        this.to = to;
        this.published = published;
        this.proxies = proxies;
        this.timeouts = timeouts;
        this.entry = entry;
        this.lock = lock;
    }

    // --- for good

    /** Drops the old copy, after which there is no way back. */
    void finish() throws MoveRefused, SQLException {
        requireOn(to);
        from.requireStandby();
        if (entry.mayHavePreparedRollback()) {
            to.requireStandby();
        }
        entry.enter(Phase.FINISHING, "dropping the old copy");
        stopFollowing();
        if (entry.mayHavePreparedRollback()) {
            to.removeFences(entry.number());
        }
        drop(from);
    }

    private void requireOn(PairSide side) throws MoveRefused {
        String where = published.pair().orElse("several pairs");
        if (!where.equals(side.pair().name())) {
            throw new MoveRefused("the topology has the shards on " + where + ", not on "
                    + side.pair().name() + ": look at it first");
        }
    }

    /** Stops replication on both servers: after a promotion the one that replicates is the standby. */
    private void stopFollowing() throws SQLException {
        for (MovedDatabases server : from.servers()) {
            server.forget(Direction.BACK.channel(entry.number()));
        }
    }

    /** Lowers the standby's fence, which would keep it from replaying the primary's drops; no client writes there. */
    private void drop(PairSide side) throws SQLException, MoveRefused {
        if (side.standby().isPresent()) {
            side.standby().get().lowerFence(entry.number());
        }
        OpenTransactions.awaitEnd(
                side.primary(), entry.number(), () -> side.primary().drop(entry.number()));
        side.removeFences(entry.number());
    }

    // --- back

    /**
     * Moves the shards back to their former pair, with all that was written since.
     *
     * @return how long clients waited
     */
    Duration turnBack() throws MoveRefused, SQLException {
        CutOver cutOver = new CutOver(Direction.BACK, to, from, entry, published, proxies, timeouts);
        Duration pause = Duration.ZERO;
        if (entry.phase() == Phase.TURNING_BACK && !isBack()) {
            // The proxy that began this died before the topology named the old pair. If the way back is lost, the move
            // still stands.
            cutOver.undo(lock);
            entry.enter(Phase.MOVED, "moved");
        }
        if (entry.phase() != Phase.TURNED_BACK && !isBack()) {
            requireFollowing();
            cutOver.approach();
            if (from.primary().fenceLetsTablesChange()) {
                // A proxy that was cut off may have changed tables there, and this copy is going to be the only one.
                new CopyComparison(Direction.BACK, to, from, entry, timeouts, lock).requireEqual();
            }
            entry.preparesRollback();
            pause = cutOver.run(lock).pause();
        } else if (entry.phase() == Phase.TURNING_BACK) {
            // The proxy that changed the topology died after that.
            MoveRefused.unlessHeld(lock);
            cutOver.open();
        }
        entry.enter(Phase.TURNED_BACK, "dropping the copy on pair " + to.pair().name());
        stopFollowing();
        from.removeFences(entry.number());
        drop(to);
        from.requireStandby();
        to.requireStandby();
        return pause;
    }

    private boolean isBack() throws MoveRefused {
        return published.pair().filter(from.pair().name()::equals).isPresent();
    }

    private void requireFollowing() throws MoveRefused, SQLException {
        String channel = Direction.BACK.channel(entry.number());
        ReplicationHealth health = from.primary().health(channel);
        if (health.configured() && health.lastError().isEmpty() && !health.applying()) {
            // A comparison whose proxy has died has stopped it.
            from.primary().resume(channel);
            health = from.primary().health(channel);
        }
        if (!health.isRunning()) {
            throw new MoveRefused(from.primary() + " doesn't follow " + to.primary()
                    + (health.lastError().isEmpty() ? "" : " (" + health.lastError() + ")")
                    + ", as after a promotion or a restart of one of them, so that the old copy lacks rows: FINISH OPERATION "
                    + entry.number() + " drops it, and MOVE SHARDS brings them back then");
        }
    }
}
