package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compares shards that have moved with what they have left on the pair before, some at a time, each time at one place
 * of the new primary's log. The locks of both pairs are held while the channel between them stands still, and not while
 * rows are read. Blocks; one run, by one thread.
 */
final class LeftCopyComparison {
    /** As many as of one pair's servers. */
    private static final int SHARDS_AT_ONCE = PairComparison.SHARDS_AT_ONCE;

    /** Nobody promotes one of the pairs meanwhile. */
    private static final Duration LAG = Duration.ofSeconds(5);

    private final LeftCopies copies;
    private final PairLock lock;
    private final Supplier<Topology> topology;
    private final ServerAccess access;
    private final VerifyThrottle throttle;

    /** @param topology the running one */
    LeftCopyComparison(
            LeftCopies copies,
            PairLock lock,
            Supplier<Topology> topology,
            ServerAccess access,
            VerifyThrottle throttle) {
        this.copies = copies;
        this.lock = lock;
        this.topology = topology;
        this.access = access;
        this.throttle = throttle;
    }

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
        List<Integer> places = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            if (copy.isOf(all.get(place))) {
                places.add(place);
            }
        }
        Optional<String> lost = Optional.empty();
        for (int first = 0; first < places.size(); first += SHARDS_AT_ONCE) {
            List<Integer> some = places.subList(first, Math.min(places.size(), first + SHARDS_AT_ONCE));
            if (lost.isEmpty()) {
                lost = compare(copy, all, some);
            } else {
                notCompared(copy, all, some, lost.get());
            }
        }
    }

    private static void notCompared(LeftCopy copy, List<ShardVerdict> all, List<Integer> places, String why) {
        for (int place : places) {
            all.set(place, all.get(place).notVerifiedIn(copy.name() + " wasn't compared: " + why));
        }
    }

    /**
     * @return why the others can't be either: a server that hangs isn't asked again, with both pairs' locks held
     *     meanwhile
     */
    private Optional<String> compare(LeftCopy copy, List<ShardVerdict> all, List<Integer> places) {
        int compared = 0;
        boolean lost = false;
        String why;
        try {
            throttle.take();
            Optional<ConsistentSnapshot> opened =
                    open(copy, places.stream().map(all::get).toList());
            if (opened.isEmpty()) {
                return Optional.empty();
            }
            try (ConsistentSnapshot servers = opened.get()) {
                for (int place : places) {
                    all.set(place, compared(copy, servers, all.get(place)));
                    compared++;
                }
            }
            return Optional.empty();
        } catch (OperationRefused | StoreUnavailable e) {
            why = String.valueOf(e.getMessage());
        } catch (SQLException e) {
            why = "it can't be read: " + e.getMessage();
            lost = true;
        }
        notCompared(copy, all, places.subList(compared, places.size()), why);
        return lost ? Optional.of(why) : Optional.empty();
    }

    private ShardVerdict compared(LeftCopy copy, ConsistentSnapshot servers, ShardVerdict verdict) throws SQLException {
        DatabaseComparison comparison = new DatabaseComparison(servers, throttle, verdict.database(), "old copy");
        String why = "";
        try {
            comparison.run();
        } catch (OperationRefused e) {
            // What was found is told all the same.
            why = "not all of " + copy.name() + " was compared: " + e.getMessage();
        }
        List<String> differences = comparison.differences();
        ShardVerdict found = differences.isEmpty()
                ? verdict
                : verdict.differingIn(copy.name() + " differs: " + String.join("; ", differences));
        return why.isEmpty() ? found : found.notVerifiedIn(why);
    }

    /** Empty when the move was finished meanwhile, or taken back. */
    private Optional<ConsistentSnapshot> open(LeftCopy copy, List<ShardVerdict> shards)
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
                    shards.stream().map(ShardVerdict::database).toList(),
                    LAG,
                    PairComparison.LOCKS));
        }
    }

    private ServerLogin login(Topology now, String name) throws OperationRefused {
        return new ServerLogin(access, OperationServices.pair(now, name).primary(), OperationServices.operator(now));
    }
}
