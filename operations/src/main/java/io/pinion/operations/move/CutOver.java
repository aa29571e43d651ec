package io.pinion.operations.move;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.move.MoveEntry.Beginning;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.Position;
import io.pinion.operations.server.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The moment in which shards change their pair: statements for them are held on all proxies, what runs there ends, their
 * databases refuse writes on the pair that had them, the other one takes over the last of it, and the topology says so. Each
 * step may be taken twice. Blocks; one run, by whoever holds the locks of both pairs.
 */
final class CutOver {
    /** So long a wait of clients goes unnoticed. */
    private static final Duration SMALL_LAG = Duration.ofMillis(50);

    private static final Duration LAG_WAIT = Duration.ofSeconds(1);
    private static final long LOOK_EVERY_MILLIS = 5;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final Direction direction;
    private final PairSide old;
    private final PairSide next;
    private final MoveEntry entry;
    private final String channel;
    private final Beginning beginning;
    private final PublishedShards published;
    private final Proxies proxies;
    private final MovePatience patience;

    /**
     * @param old the pair that has the shards
     * @param next the one whose primary follows
     */
    CutOver(
            Direction direction,
            PairSide old,
            PairSide next,
            MoveEntry entry,
            PublishedShards published,
            Proxies proxies,
            MovePatience patience)
            throws MoveRefused {
        this.direction = direction;
        this.old = old;
        this.next = next;
        this.entry = entry;
        this.channel = direction.channel(entry.number());
        this.beginning = entry.beginning(direction);
        this.published = published;
        this.proxies = proxies;
        this.patience = patience;
    }

    /**
     * What clients have waited for.
     *
     * @param ended connections that had to be ended
     */
    record Done(Duration pause, int ended, long generation) {}

    // --- before anybody waits

    /** Until the new pair has nearly all, with what clients write meanwhile: so long would they wait. */
    void approach() throws SQLException, MoveRefused {
        requireFollowing();
        long end = System.nanoTime() + patience.catchUp().toNanos();
        long begun = System.nanoTime();
        while (true) {
            Position position = old.primary().since(beginning.position());
            long asked = System.nanoTime();
            boolean there = next.primary().server().awaitPosition(position, LAG_WAIT);
            long took = System.nanoTime() - asked;
            if (there && took <= SMALL_LAG.toNanos()) {
                return;
            }
            requireFollowing();
            entry.endIfAsked();
            if (System.nanoTime() > end) {
                throw new MoveRefused(next.primary() + " is behind " + old.primary() + " all the time, since "
                        + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)
                        + " s: RESUME OPERATION " + entry.number() + " when fewer write");
            }
        }
    }

    private void requireFollowing() throws SQLException, MoveRefused {
        ReplicationHealth health = next.primary().health(channel);
        if (!health.configured()) {
            throw new MoveRefused(next.primary() + " doesn't follow " + old.primary() + " any more on channel "
                    + channel
                    + ", or not for these databases alone, as after a restart: CANCEL the operation, and begin"
                    + " anew");
        }
        if (health.applying()) {
            return;
        }
        if (!health.lastError().isEmpty()) {
            throw new MoveRefused(next.primary() + " doesn't follow " + old.primary() + " on channel " + channel + ": "
                    + health.lastError());
        }
        // A comparison, or a hand-over that was undone, has left it so.
        next.primary().resume(channel);
    }

    /**
     * What can be done for the fence while clients write; standbys, to which nobody writes, are fenced already. Transactions that
     * are open hold it up, and are let end: nobody waits for them yet.
     */
    void prepare() throws SQLException, MoveRefused {
        old.requireStandby();
        long end = System.nanoTime() + patience.catchUp().toNanos();
        while (true) {
            try {
                for (MovedDatabases server : old.servers()) {
                    server.prepareFence(entry.number());
                }
                break;
            } catch (SQLException e) {
                if (e.getErrorCode() != LOCK_WAIT_TIMEOUT || System.nanoTime() > end) {
                    throw e;
                }
            }
            entry.endIfAsked();
            entry.step("waiting for the end of transactions on " + old.primary() + ": "
                    + old.primary().blockers());
        }
        fenceStandby(old);
    }

    private void fenceStandby(PairSide side) throws SQLException {
        if (side.standby().isPresent()) {
            MovedDatabases standby = side.standby().get();
            standby.raiseFence(entry.number(), standby.server(), patience.drain());
        }
    }

    // --- while statements wait

    /** @throws MoveRefused also when it isn't known whether the topology says so */
    Done run(TaskLock lock) throws SQLException, MoveRefused {
        entry.enter(direction.phase(), Move.HANDING_OVER + " from " + old.primary());
        long begun = System.nanoTime();
        int ended;
        try {
            entry.awaitNoTableChange(patience.drain());
            begun = System.nanoTime();
            long held = published.hold(old.pair().name(), true);
            ended = takeOver(held);
            MoveRefused.unlessHeld(lock);
            if (direction == Direction.BACK) {
                for (MovedDatabases server : next.servers()) {
                    server.lowerFence(entry.number());
                }
            }
        } catch (MoveRefused | SQLException | RuntimeException e) {
            throw undone(lock, e);
        }
        long generation = published.moveAtLast(old.pair().name(), next.pair().name(), lock);
        return new Done(Duration.ofNanos(System.nanoTime() - begun), ended, generation);
    }

    private int takeOver(long held) throws SQLException, MoveRefused {
        awaitAll(patience.adoption(), proxy -> proxy.adopted() >= held);
        awaitAll(patience.drain(), proxy -> proxy.generation() >= held);
        int ended = old.primary().raiseFence(entry.number(), old.other(), patience.drain());
        if (!old.primary().isFenceUp(entry.number())) {
            throw new MoveRefused("tables of these shards have been made meanwhile on " + old.primary()
                    + ", where nothing refuses writes: try again");
        }
        awaitBranches();
        Position last = old.primary().since(beginning.position());
        if (!next.primary().server().awaitPosition(last, patience.last())) {
            requireFollowing();
            throw new MoveRefused(next.primary() + " hasn't reached " + last.gtids() + " of " + old.primary()
                    + " within " + patience.last().toMillis() + " ms");
        }
        // What could still come passes fences: a TRUNCATE, or a branch that is committed.
        next.primary().pause(channel);
        if (direction == Direction.FORTH) {
            entry.begins(
                    Direction.BACK,
                    new Beginning(
                            next.primary().place(), next.primary().server().position()));
        }
        return ended;
    }

    private void awaitAll(Duration most, Predicate<RegisteredProxy> holds) {
        long end = System.nanoTime() + most.toNanos();
        while (!all(holds) && System.nanoTime() < end) {
            sleep();
        }
    }

    private boolean all(Predicate<RegisteredProxy> holds) {
        try {
            return proxies.list().stream().allMatch(holds);
        } catch (StoreUnavailable e) {
            return false;
        }
    }

    /** Branches that were prepared before could be committed behind the fence; those that come have nothing of these shards. */
    private void awaitBranches() throws SQLException, MoveRefused {
        long end = System.nanoTime() + patience.branches().toNanos();
        Set<List<String>> open = new HashSet<>(old.primary().server().branches());
        while (!open.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new MoveRefused(old.primary() + " has " + open.size()
                        + " prepared transactions, which could still be committed behind the fence: SHOW XA BRANCHES"
                        + " lists them, and a proxy ends them soon");
            }
            sleep();
            open.retainAll(new HashSet<>(old.primary().server().branches()));
        }
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a move, which ends by its deadlines", e);
        }
    }

    /** Clients go on where they were. */
    private MoveRefused undone(TaskLock lock, Exception why) {
        StringBuilder message = new StringBuilder(String.valueOf(why.getMessage()));
        try {
            MoveRefused.unlessHeld(lock);
            undo();
            entry.enter(direction.before(), "following");
        } catch (SQLException | MoveRefused e) {
            message.append("; the shards may be fenced on ")
                    .append(old.primary())
                    .append(", and statements for them held: ")
                    .append(e.getMessage());
        }
        return new MoveRefused(message + "; RESUME OPERATION " + entry.number() + " tries again");
    }

    /** Only as long as the topology has the shards on the old pair. */
    void undo() throws SQLException, MoveRefused {
        if (direction == Direction.BACK) {
            next.primary().raiseFence(entry.number(), next.other(), patience.drain());
            fenceStandby(next);
        }
        for (MovedDatabases server : old.servers()) {
            server.lowerFence(entry.number());
        }
        published.releaseAtLast(old.pair().name());
    }
}
