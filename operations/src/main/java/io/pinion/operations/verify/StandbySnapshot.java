package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.operations.copy.AlikeSnapshots;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Some databases of a pair's standby, read by several transactions at one place, while the pair's primary isn't asked
 * for anything. The standby's replication stands still for a moment while this is opened. Blocks; each transaction is
 * one thread's.
 *
 * @param readers the transactions, all of which read the same
 * @param takenAt when it was opened, by the standby's clock in UTC
 */
public record StandbySnapshot(List<Snapshot> readers, String takenAt) implements AutoCloseable {
    /**
     * For a place in the log at which no XA transaction is prepared: its rows would come before the place, and be seen
     * behind it. One that stays is no reason not to read.
     */
    private static final int ATTEMPTS = 20;

    private static final long PAUSE_MILLIS = 100;

    public StandbySnapshot {
        readers = List.copyOf(readers);
    }

    /**
     * @param login on the pair's standby
     * @param readers how many transactions
     * @param behind how far the standby may be behind, as it counts itself
     * @throws OperationRefused the standby doesn't follow or is too far behind, or another operation has the pair; or
     *     definitions change
     */
    public static StandbySnapshot open(
            OperationJournal journal,
            Pair pair,
            ServerLogin login,
            List<String> databases,
            int readers,
            Duration behind)
            throws SQLException, OperationRefused, StoreUnavailable {
        try (AlikeSnapshots alike = AlikeSnapshots.prepare(login, ConsistentSnapshot.LOCKS, readers)) {
            String now = begin(journal, pair, login, alike, behind);
            return new StandbySnapshot(alike.hold(databases), now);
        }
    }

    /** A promotion of the pair holds the same lock: no other operation stops or starts its replication meanwhile. */
    private static String begin(
            OperationJournal journal, Pair pair, ServerLogin login, AlikeSnapshots alike, Duration behind)
            throws SQLException, OperationRefused, StoreUnavailable {
        for (int attempt = 1; ; attempt++) {
            try (TaskLock lock = new PairLock(journal).take(pair);
                    StoppedApplier stopped = StoppedApplier.stop(
                            new Applier.OfPartner(), login, pair.primary(), StoppedApplier.LONGEST_ANSWER, behind)) {
                if (!lock.isHeldWithin(TaskLock.BRIEFLY)) {
                    throw new OperationRefused("the lock of pair " + pair.name() + " is lost: try again");
                }
                if (attempt == ATTEMPTS || stopped.standby().branches().isEmpty()) {
                    String now = Answers.single(stopped.standby().jdbc(), "SELECT UTC_TIMESTAMP()");
                    alike.begin();
                    return now;
                }
            }
            Sleep.ofMillis(PAUSE_MILLIS);
        }
    }

    /** Refuses what {@link #open} would, as far as that can be told. */
    public static void requireReadable(Pair pair, ServerLogin login, Duration behind)
            throws SQLException, OperationRefused {
        try (ServerConnection standby = login.open(StoppedApplier.LONGEST_ANSWER)) {
            StoppedApplier.require(new Applier.OfPartner(), standby, pair.primary(), behind);
        }
    }

    /** The operation that {@link #open} would be kept from by now, in words; empty while none has the pair. */
    public static Optional<String> operation(OperationJournal journal, Pair pair) throws StoreUnavailable {
        return new PairLock(journal).operation(pair);
    }

    @Override
    public void close() {
        readers.forEach(Snapshot::close);
    }
}
