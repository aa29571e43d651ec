package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.verify.SnapshotComparison.Compared;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Compares shards that have moved with what they have left on the pair before, some at a time, each time at one place
 * of the new primary's log. The locks of both pairs are held while the channel between them stands still, and not while
 * rows are read. Blocks; one run, by one thread.
 *
 * @param topology the running one
 */
record LeftCopyComparison(
        LeftCopies copies, PairLock lock, Supplier<Topology> topology, ServerAccess access, VerifyThrottle throttle) {
    /** Nobody promotes one of the pairs meanwhile. */
    private static final Duration LAG = Duration.ofSeconds(5);

    /** The verdicts, in their order, with what their old copies say; those without one as they are. */
    List<ShardVerdict> with(List<ShardVerdict> verdicts) {
        List<ShardVerdict> all = new ArrayList<>(verdicts);
        try {
            for (LeftCopy copy : copies.list(topology.get())) {
                compare(copy, all);
            }
            return all;
        } catch (StoreUnavailable e) {
            String why = "whether a move has left a copy elsewhere isn't known: " + e.getMessage();
            return verdicts.stream().map(verdict -> verdict.notVerifiedIn(why)).toList();
        }
    }

    private void compare(LeftCopy copy, List<ShardVerdict> all) {
        List<Integer> places = IntStream.range(0, all.size())
                .filter(place -> copy.isOf(all.get(place)))
                .boxed()
                .toList();
        List<Compared> compared = new SnapshotComparison(
                        databases -> open(copy, databases),
                        throttle,
                        "old copy",
                        places.stream().map(place -> all.get(place).database()).toList())
                .all("it can't be read: ");
        for (int i = 0; i < places.size(); i++) {
            int place = places.get(i);
            all.set(place, told(copy, all.get(place), compared.get(i)));
        }
    }

    private static ShardVerdict told(LeftCopy copy, ShardVerdict verdict, Compared compared) {
        ShardVerdict found = compared.differences().isEmpty()
                ? verdict
                : verdict.differingIn(copy.name() + " differs: " + String.join("; ", compared.differences()));
        if (compared.whyNot().isEmpty()) {
            return found;
        }
        String what =
                compared.begun() ? "not all of " + copy.name() + " was compared: " : copy.name() + " wasn't compared: ";
        return found.notVerifiedIn(what + compared.whyNot());
    }

    /** Empty when the move was finished meanwhile, or taken back. */
    private Optional<ConsistentSnapshot> open(LeftCopy copy, List<String> databases)
            throws OperationRefused, StoreUnavailable, SQLException {
        try (TaskLock held = lock.take(copy.move())) {
            Topology now = topology.get();
            if (!copies.list(now).contains(copy)) {
                return Optional.empty();
            }
            if (!held.isHeldWithin(TaskLock.BRIEFLY)) {
                throw new OperationRefused("the lock of its pairs is lost: try again");
            }
            return Optional.of(ConsistentSnapshot.open(
                    new Applier.OfChannel(copy.channel(), copy.begun()),
                    login(now, copy.move().to()),
                    login(now, copy.move().from()),
                    databases,
                    LAG));
        }
    }

    private ServerLogin login(Topology now, String name) throws OperationRefused {
        return new ServerLogin(access, OperationServices.pair(now, name).primary(), OperationServices.operator(now));
    }
}
