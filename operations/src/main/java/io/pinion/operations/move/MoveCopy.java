package io.pinion.operations.move;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.CopyOfOperation;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.MoveFacts.Beginning;
import io.pinion.operations.server.BeforeDrop;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The new pair's copy of the shards, which then replicates clients' writes. Blocks; one attempt's. */
final class MoveCopy {
    private static final Duration SNAPSHOT_TIMEOUT = Duration.ofSeconds(5);

    /** How far the new pair's standby may be behind before the copy waits for it. */
    private static final Duration STANDBY_LAG = Duration.ofMillis(100);

    private final MovePairs pairs;
    private final PairSide from;
    private final PairSide to;
    private final RunningOperation operation;
    private final MoveFacts facts;
    private final String channel;

    MoveCopy(MovePairs pairs) {
        this.pairs = pairs;
        this.from = pairs.from();
        this.to = pairs.to();
        this.operation = pairs.operation();
        this.facts = pairs.facts();
        this.channel = Direction.FORTH.channel(pairs.number());
    }

    /** Copies anew what an earlier attempt has begun to copy. */
    void make() throws OperationRefused, SQLException {
        discard(operation::requireMayDrop);
        try (Snapshot snapshot =
                        Snapshot.openToFollow(from.login(), from.primary().databases(), SNAPSHOT_TIMEOUT);
                Control control = new Control()) {
            facts.begins(Direction.FORTH, new Beginning(snapshot.place(), snapshot.position()));
            new DatabaseCopy(snapshot, to.login(), pairs.services().copies().speed(), control).run();
        } catch (CopyRefused e) {
            nothingIsCopied();
            throw new OperationRefused(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            nothingIsCopied();
            throw e;
        } catch (CopyBroken e) {
            operation.requireMayGoOn();
            throw new OperationRefused(e.getMessage() + "; RESUME OPERATION " + operation.number() + " copies anew");
        }
        operation.confirm();
        to.primary()
                .follow(
                        channel,
                        from.source(pairs.topology(), pairs.services().access()),
                        facts.beginning(Direction.FORTH).place());
    }

    /** Databases that exist there, now or later, belong to somebody else: no attempt may take them for a copy. */
    private void nothingIsCopied() throws OperationRefused {
        if (facts.mayHaveCopy()) {
            facts.noteCopy(false);
        }
    }

    /** Leaves clients of both pairs, and the new pair's standby, their share of the servers. */
    private final class Control extends CopyOfOperation {
        private final Optional<StandbyLag> lag = to.standbyLag();

        Control() {
            super(
                    operation,
                    pairs.services(),
                    List.of(from.login().unmarked(), to.login().unmarked()));
        }

        @Override
        protected void enterBeginning() throws OperationRefused {
            facts.noteCopy(true);
        }

        @Override
        public Optional<String> mustWait() {
            return lag.isPresent() && lag.get().isMoreThan(STANDBY_LAG)
                    ? Optional.of("the standby of pair " + to.pair().name() + " is behind")
                    : super.mustWait();
        }

        @Override
        public void close() {
            lag.ifPresent(StandbyLag::close);
            super.close();
        }
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
