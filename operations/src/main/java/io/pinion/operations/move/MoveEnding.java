package io.pinion.operations.move;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;

/**
 * What becomes of the copies once the shards are on the new pair: the old pair follows it, until one of the two copies
 * is dropped. Each piece of work may be repeated. Blocks; one attempt's.
 */
record MoveEnding(MovePairs pairs, PairSide from, PairSide to, long number, String back) {
    MoveEnding(MovePairs pairs) {
        this(pairs, pairs.from(), pairs.to(), pairs.number(), Direction.BACK.channel(pairs.number()));
    }

    /**
     * Stops the new pair's replication from the old one, and lets the old pair replicate from the new one as long as
     * there may be a way back.
     */
    void settle() throws OperationRefused, SQLException {
        pairs.facts().enterMoved(true);
        to.primary().forget(Direction.FORTH.channel(number));
        if (pairs.facts().mayHavePreparedRollback()) {
            to.requireStandby();
            to.removeFences(number);
        }
        ReplicationHealth health = from.primary().health(back);
        if (health.configured() && !health.isRunning()) {
            from.primary().resume(back);
        } else if (!health.configured()) {
            from.primary().forget(back);
            from.primary()
                    .follow(
                            back,
                            to.source(pairs.topology(), pairs.services().access()),
                            pairs.facts().beginning(Direction.BACK).place());
        }
    }

    // --- for good

    /** Before the old copy is dropped, after which there is no way back. */
    void requireMayFinish() throws OperationRefused {
        if (!pairs.areOn(to)) {
            throw new OperationRefused("the topology has the shards on "
                    + pairs.published().pair().orElse("several pairs") + ", not on "
                    + to.pair().name() + ": look at it first");
        }
        from.requireStandby();
        if (pairs.facts().mayHavePreparedRollback()) {
            to.requireStandby();
        }
    }

    void dropOldCopy() throws OperationRefused, SQLException {
        stopFollowing();
        if (pairs.facts().mayHavePreparedRollback()) {
            to.removeFences(number);
        }
        from.dropDatabases(number, pairs.operation()::requireMayDrop);
    }

    /** Stops replication on both servers: after a promotion the one that replicates is the standby. */
    private void stopFollowing() throws SQLException {
        for (MovedDatabases server : from.servers()) {
            server.forget(back);
        }
    }

    // --- back

    void requireFollowing() throws OperationRefused, SQLException {
        if (isOnlyStopped(from.primary().health(back))) {
            from.primary().resume(back);
        }
        requireRunning(from.primary().health(back));
    }

    /** What {@link #requireFollowing} refuses is refused. Changes nothing. */
    void requireMayFollow() throws OperationRefused, SQLException {
        ReplicationHealth health = from.primary().health(back);
        if (!isOnlyStopped(health)) {
            requireRunning(health);
        }
    }

    /** A comparison whose proxy has died has stopped it. */
    private static boolean isOnlyStopped(ReplicationHealth health) {
        return health.configured() && health.lastError().isEmpty() && !health.applying();
    }

    private void requireRunning(ReplicationHealth health) throws OperationRefused {
        if (!health.isRunning()) {
            throw new OperationRefused(from.primary() + " doesn't follow " + to.primary()
                    + (health.lastError().isEmpty() ? "" : " (" + health.lastError() + ")")
                    + ", as after a promotion or a restart of one of them, so that the old copy lacks rows: FINISH OPERATION "
                    + number + " drops it, and MOVE SHARDS brings them back then");
        }
    }

    /** With the shards on the old pair again. */
    void dropNewCopy() throws OperationRefused, SQLException {
        pairs.operation().requireHeld(TaskLock.BRIEFLY);
        pairs.facts().enterMoved(false);
        stopFollowing();
        from.removeFences(number);
        to.dropDatabases(number, pairs.operation()::requireMayDrop);
        from.requireStandby();
        to.requireStandby();
    }
}
