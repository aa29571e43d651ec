package io.pinion.operations.move;

import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.MoveFacts.Beginning;
import io.pinion.operations.server.BeforeDrop;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The new pair's copy of the shards, which then replicates clients' writes. Blocks; one attempt's. */
record MoveCopy(
        MovePairs pairs, PairSide from, PairSide to, RunningOperation operation, MoveFacts facts, String channel) {
    private static final Duration SNAPSHOT_TIMEOUT = Duration.ofSeconds(5);

    MoveCopy(MovePairs pairs) {
        this(
                pairs,
                pairs.from(),
                pairs.to(),
                pairs.operation(),
                pairs.facts(),
                Direction.FORTH.channel(pairs.number()));
    }

    /** Copies anew what an earlier attempt has begun to copy. */
    void make() throws OperationRefused, SQLException {
        discard(operation::requireMayDrop);
        try (Snapshot snapshot =
                        Snapshot.openToFollow(from.login(), from.primary().databases(), SNAPSHOT_TIMEOUT);
                CopyOfOperation control = control()) {
            facts.begins(Direction.FORTH, new Beginning(snapshot.place(), snapshot.position()));
            new DatabaseCopy(snapshot, to.login(), pairs.services().copies().speed(), control, true).run();
        } catch (OperationRefused e) {
            operation.requireMayGoOn();
            throw e.leaves() == Leaves.WORK
                    ? new OperationRefused(e.getMessage() + "; RESUME OPERATION " + operation.number() + " copies anew")
                    : e;
        } catch (SQLException e) {
            if (facts.mayHaveCopy()) {
                // This attempt has made no database: one that the server has, now or later, is no copy to be dropped.
                facts.noteCopy(false);
            }
            throw e;
        }
        operation.confirm();
        to.primary()
                .follow(
                        channel,
                        from.source(pairs.topology(), pairs.services().access()),
                        facts.beginning(Direction.FORTH).place());
    }

    /** Leaves clients of both pairs, and the new pair's standby, their share of the servers. */
    private CopyOfOperation control() {
        return new CopyOfOperation(
                operation,
                pairs.services(),
                List.of(from.login().unmarked(), to.login().unmarked()),
                to.standbyLag().stream().toList()) {
            @Override
            public void begins() throws OperationRefused {
                facts.noteCopy(true);
                super.begins();
            }
        };
    }

    /** Drops what may be there of the copy; the old pair has everything. */
    private void discard(BeforeDrop<OperationRefused> before) throws OperationRefused, SQLException {
        if (!facts.mayHaveCopy()) {
            return;
        }
        if (!pairs.areOn(from)) {
            throw new OperationRefused("the topology doesn't have the shards on pair "
                    + from.pair().name() + ": nothing is dropped on pair "
                    + to.pair().name() + " (SHOW SHARDS)");
        }
        operation.requireHeld(TaskLock.BRIEFLY);
        to.primary().forget(channel);
        DatabaseCopy.discard(to.primary().server(), to.primary().databases(), before);
        facts.noteCopy(false);
    }

    void undo() throws OperationRefused, SQLException {
        discard(database -> operation.requireHeld(TaskLock.BRIEFLY));
        // A standby that comes back later would refuse writes.
        from.requireStandby();
    }
}
