package io.pinion.operations.queue;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.routing.queue.PartitionPlan.NewPartitions;
import io.pinion.routing.queue.QueuePartition;
import java.sql.SQLException;
import java.time.LocalDateTime;

/**
 * Makes and drops the partitions of a queue on one shard, during a turn. Each step looks at what is there, and may be done
 * again. Blocks; for one thread.
 *
 * @param primary of the turn
 */
record ShardRotation(QueueTurn turn, QueueServer primary, RotationLog report) {
    /** More rows would be copied for longer than clients may wait. */
    private static final int MOST_COPIED = 2_000;

    /** MySQL's ER_PARTITION_EXCHANGE_DIFFERENT_OPTION, of columns that were added or dropped without a copy. */
    private static final int DIFFERENT_OPTION = 1731;

    /** Something is to be looked at by a person before it can go on. */
    static final class NeedsPerson extends Exception {
        private static final long serialVersionUID = 1;

        NeedsPerson(String message) {
            super(message, null, false, false);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    private TableName table() {
        return turn.shard().table();
    }

    private QueuePartitions partitions() {
        return new QueuePartitions(table(), primary.server());
    }

    private ExpiredTable expired() {
        return new ExpiredTable(table(), primary.server());
    }

    /** @param force whether to copy many rows, too, for as long as that takes */
    void rotate(QueueTime time, boolean force) throws SQLException, InUse, OperationRefused {
        LocalDateTime now = time.now(primary.server());
        try {
            for (NewPartitions change : plan(now).missing()) {
                make(change, force);
            }
            if (expired().exists()) {
                settle(plan(now));
            }
            drop(plan(now));
        } catch (NeedsPerson e) {
            report.problem(table() + ": " + e.getMessage());
        }
    }

    private PartitionPlan plan(LocalDateTime now) throws SQLException, NeedsPerson {
        return partitions().plan(turn.shard().queue().queue(), now);
    }

    // --- new partitions

    private void make(NewPartitions change, boolean force) throws SQLException, InUse, OperationRefused {
        if (change instanceof PartitionPlan.Split(QueuePartition split, var into)
                && !force
                && partitions().hasMoreThan(MOST_COPIED, split)) {
            report.problem(table() + ": partition " + split.name() + " has more than " + MOST_COPIED
                    + " rows, which clients would wait for while they are copied to partitions of their own: ROTATE"
                    + " PARTITIONS OF " + turn.shard().queue() + " FORCE copies them");
            return;
        }
        // Whether the standby is behind or away is no matter: rows that come meanwhile need their partitions.
        turn.requireStill();
        primary.locks().runLocked(table(), () -> {}, change.statement(table().quoted()));
        report.made(table(), change.statement(table().toString()));
    }

    private void requireReady() throws OperationRefused {
        primary.requireStandby();
        turn.requireStill();
    }

    // --- expired ones

    private void drop(PartitionPlan plan) throws SQLException, InUse, OperationRefused {
        for (QueuePartition partition : plan.expired()) {
            try {
                if (!partitions().isEmpty(partition)) {
                    empty(partition, plan);
                }
                dropEmpty(partition);
            } catch (NeedsPerson e) {
                report.problem(table() + ": " + e.getMessage());
            }
        }
    }

    /** What can be seen to stay isn't taken away for a moment: clients would miss it. */
    private void empty(QueuePartition partition, PartitionPlan plan)
            throws SQLException, InUse, NeedsPerson, OperationRefused {
        if (partitions().has(partition, ExpiredTable.unexpired(plan))) {
            throw new NeedsPerson(
                    "partition " + partition.name() + " has expired, but holds jobs that haven't, of another state"
                            + " or with a later time: it stays (SELECT … PARTITION (" + partition.name()
                            + ") on the shard shows"
                            + " them)");
        }
        requireReady();
        expired().create();
        try {
            primary.locks()
                    .run("ALTER TABLE " + table().quoted() + " EXCHANGE PARTITION " + partition.written()
                            + " WITH TABLE " + expired().name().quoted());
        } catch (SQLException e) {
            if (e.getErrorCode() != DIFFERENT_OPTION) {
                throw e;
            }
            throw new NeedsPerson(
                    "partition " + partition.name() + " can't be exchanged, since columns were added or dropped"
                            + " without a copy (" + e.getMessage() + "): ALTER TABLE "
                            + turn.shard().queue()
                            + " FORCE makes the table anew, while clients wait");
        }
        settle(plan);
    }

    private void settle(PartitionPlan plan) throws SQLException, NeedsPerson, OperationRefused {
        report.returned(table(), expired().bringBack(plan));
        turn.requireStill();
        expired().drop();
    }

    /** Under a lock, so that no row comes in between the look and the drop. */
    private void dropEmpty(QueuePartition partition) throws SQLException, InUse, NeedsPerson, OperationRefused {
        requireReady();
        primary.locks()
                .<NeedsPerson>runLocked(
                        table(),
                        () -> requireEmpty(partition),
                        "ALTER TABLE " + table().quoted() + " DROP PARTITION " + partition.written());
        report.dropped(table(), partition);
    }

    private void requireEmpty(QueuePartition partition) throws SQLException, NeedsPerson {
        if (!partitions().isEmpty(partition)) {
            throw new NeedsPerson("partition " + partition.name()
                    + " has got jobs with times that have expired already: it is dropped next time");
        }
    }
}
