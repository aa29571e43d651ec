package io.pinion.operations.move;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.move.MoveEntry.Beginning;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.server.MovedDatabases;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moment in which shards change their pair: all proxies hold statements for them, running statements end, the old
 * pair refuses writes to their databases, the new pair applies the last changes, and the topology names the new pair.
 * Each step may be taken twice. Blocks; one run, by the holder of the locks of both pairs.
 */
final class CutOver {
    private static final Logger log = LoggerFactory.getLogger(CutOver.class);

    /** A lag that clients don't notice as a wait. */
    private static final Duration SMALL_LAG = Duration.ofMillis(50);

    private static final Duration LAG_WAIT = Duration.ofSeconds(1);

    /**
     * How long a channel may receive nothing while its source answers: far more than a receiver needs to connect again.
     */
    private static final Duration RECEIVING_NOTHING = Duration.ofSeconds(60);

    /** The pause between two attempts: a wait for a table's metadata lock makes other users of the table wait too. */
    private static final Duration FENCE_AGAIN = Duration.ofSeconds(5);

    /** The last moment for statements that have not ended during the hold. */
    private static final Duration LAST_MOMENT = Duration.ofMillis(500);

    private static final Duration LEAST_WAIT = Duration.ofMillis(100);
    private static final long LOOK_EVERY_MILLIS = 100;
    private static final int LOCK_WAIT_TIMEOUT = 1205;

    private final Direction direction;
    private final PairSide old;
    private final PairSide next;
    private final MoveEntry entry;
    private final String channel;
    private final Beginning beginning;
    private final PublishedMove published;
    private final Proxies proxies;
    private final MoveTimeouts timeouts;
    private long received = System.nanoTime();

    /**
     * @param old the pair that has the shards
     * @param next the pair whose primary replicates from it
     */
    CutOver(
            Direction direction,
            PairSide old,
            PairSide next,
            MoveEntry entry,
            PublishedMove published,
            Proxies proxies,
            MoveTimeouts timeouts)
            throws MoveRefused {
        this.direction = direction;
        this.old = old;
        this.next = next;
        this.entry = entry;
        this.channel = direction.channel(entry.number());
        this.beginning = entry.beginning(direction);
        this.published = published;
        this.proxies = proxies;
        this.timeouts = timeouts;
    }

    /**
     * The result of a hand-over.
     *
     * @param pause how long clients waited
     * @param ended the number of connections that had to be killed
     */
    record Done(Duration pause, int ended, long generation) {}

    // --- before clients wait

    /**
     * Waits until the new pair has nearly all changes, clients' present writes included: the remaining lag is how long
     * clients would wait.
     */
    void approach() throws SQLException, MoveRefused {
        received = System.nanoTime();
        requireFollowing();
        long end = System.nanoTime() + timeouts.catchUp().toNanos();
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
            requireReceiving(health);
            return;
        }
        if (!health.lastError().isEmpty()) {
            throw new MoveRefused(next.primary() + " doesn't follow " + old.primary() + " on channel " + channel + ": "
                    + health.lastError());
        }
        // A comparison, or an undone hand-over, has stopped it.
        next.primary().resume(channel);
    }

    /** A channel that receives nothing isn't just lagging: its source or a binary log may be gone. */
    private void requireReceiving(ReplicationHealth health) throws SQLException, MoveRefused {
        if (health.receiving()) {
            received = System.nanoTime();
        } else if (System.nanoTime() - received > RECEIVING_NOTHING.toNanos()) {
            throw new MoveRefused(next.primary() + " receives nothing on channel " + channel
                    + ", which should come from "
                    + old.primary() + (health.lastError().isEmpty() ? "" : ": " + health.lastError())
                    + "; CANCEL OPERATION " + entry.number() + ", and begin anew; or mend that, and RESUME OPERATION "
                    + entry.number());
        } else if (health.lastError().isEmpty()) {
            // Somebody has stopped the receiver.
            next.primary().resume(channel);
        }
    }

    /**
     * Runs all steps, as soon as the new pair is close behind. When one fails, the old pair takes writes as before.
     *
     * @throws MoveRefused also when it is unknown whether the topology names the new pair
     */
    Done run(TaskLock lock) throws SQLException, MoveRefused {
        try {
            prepare();
            approach();
            entry.handOvers().begin();
        } catch (MoveRefused | SQLException e) {
            takeWritesAgain(lock);
            throw e;
        }
        try {
            return handOver(lock);
        } finally {
            entry.handOvers().end();
        }
    }

    /**
     * Prepares the fence as far as possible while clients write, and fences the standby, which has no writers. Open
     * transactions hold that up, and may end by themselves: no client waits yet.
     */
    private void prepare() throws SQLException, MoveRefused {
        old.requireStandby();
        long end = System.nanoTime() + timeouts.catchUp().toNanos();
        for (MovedDatabases server : old.servers()) {
            prepare(server, end);
        }
        if (old.standby().isPresent()) {
            fence(old.standby().get());
        }
    }

    private void prepare(MovedDatabases server, long end) throws SQLException, MoveRefused {
        while (true) {
            try {
                server.prepareFence(entry.number());
                return;
            } catch (SQLException e) {
                if (e.getErrorCode() != LOCK_WAIT_TIMEOUT || System.nanoTime() > end) {
                    throw e;
                }
            }
            entry.step("waiting for the end of transactions on " + server + ": " + server.blockers());
            entry.pause(FENCE_AGAIN);
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a move, which ends when it is asked to", e);
        }
    }

    /**
     * Measures how long a fence takes, since clients would wait as long on the primary: on MySQL it is a statement for
     * each database.
     */
    private void fence(MovedDatabases standby) throws SQLException, MoveRefused {
        long begun = System.nanoTime();
        int ended = standby.raiseFence(entry.number(), standby.server(), timeouts.drain());
        if (ended > 0) {
            // A backup or another reader has held it up, which says nothing of the primary.
            standby.lowerFence(entry.number());
            begun = System.nanoTime();
            standby.raiseFence(entry.number(), standby.server(), timeouts.drain());
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        if (took.compareTo(timeouts.fence()) > 0) {
            throw new MoveRefused("to let " + standby.databases().size() + " databases refuse writes took "
                    + took.toMillis() + " ms on " + standby + ", and so long clients would wait: CANCEL OPERATION "
                    + entry.number() + ", and move fewer shards at a time (no more than "
                    + timeouts.fence().toMillis() + " ms for it)");
        }
    }

    /** Lowers the fences on standbys too, since one may become the primary. After a failure a resumed run does it. */
    private void takeWritesAgain(TaskLock lock) {
        old.servers().forEach(server -> takeWritesAgain(server, lock));
    }

    private void takeWritesAgain(MovedDatabases server, TaskLock lock) {
        try {
            if (lock.isHeldWithin(TaskLock.PATIENTLY)) {
                server.lowerFence(entry.number());
            }
        } catch (SQLException e) {
            log.atWarn()
                    .addKeyValue("operation", entry.number())
                    .addKeyValue("server", server)
                    .addKeyValue("cause", e.getMessage())
                    .log("A server may refuse writes to shards that it has, if it becomes the primary: SHOW OPERATIONS"
                            + " tells how the move goes on");
        }
    }

    // --- while statements wait

    private Done handOver(TaskLock lock) throws SQLException, MoveRefused {
        long begun = System.nanoTime();
        int ended;
        try {
            entry.enter(direction.phase(), Move.HANDING_OVER + " from " + old.primary());
            entry.awaitNoOther(timeouts.drain());
            long held = hold();
            begun = System.nanoTime();
            ended = drainAndFence(held, begun + timeouts.hold().toNanos());
            MoveRefused.unlessHeld(lock);
        } catch (MoveRefused | SQLException | RuntimeException e) {
            throw undone(lock, e);
        }
        boolean fenced = direction == Direction.BACK;
        long generation = published.moveAtLast(old.pair().name(), next.pair().name(), fenced);
        if (fenced) {
            generation = open();
        }
        return new Done(Duration.ofNanos(System.nanoTime() - begun), ended, generation);
    }

    /**
     * Lets clients write on the pair that has the shards again, in the direction back only. The topology must name that
     * pair first: a proxy that is cut off from ZooKeeper may still have an old topology, and send writes there.
     *
     * @return the generation with which statements go on
     * @throws MoveRefused when statements are still held; the call may be repeated
     */
    long open() throws MoveRefused {
        try {
            next.primary().lowerFence(entry.number());
            return published.releaseAtLast(next.pair().name());
        } catch (SQLException | MoveRefused e) {
            throw new MoveRefused("the shards are on pair " + next.pair().name() + " again, but " + next.primary()
                    + " may refuse writes to them, and statements for them are held: RESUME OPERATION "
                    + entry.number() + " goes on from there (" + e.getMessage() + ")");
        }
    }

    /**
     * Holds statements on every registered proxy. A proxy that can't be told, since it stands still or was cut off a
     * moment ago, would let its clients meet the fence: clients don't wait long for such a proxy, but the move does.
     *
     * @return the generation with which statements wait
     */
    private long hold() throws MoveRefused {
        long end = System.nanoTime() + timeouts.proxies().toNanos();
        while (true) {
            long held = published.hold(old.pair().name());
            Predicate<RegisteredProxy> holds = proxy -> proxy.adopted() >= held;
            if (proxies.awaitAll(timeouts.adoption(), holds)) {
                return held;
            }
            String others = proxies.others(holds);
            if (System.nanoTime() > end) {
                throw new MoveRefused("the clients of proxies that can't be told to hold statements would get errors: "
                        + others + " (SHOW PROXIES)");
            }
            published.releaseAtLast(old.pair().name());
            entry.step(Move.HANDING_OVER + ", waiting for proxies that can't be told to hold statements: " + others);
            while (System.nanoTime() < end && !proxies.areAll(holds)) {
                entry.endIfAsked();
                pause();
            }
        }
    }

    private static Duration upTo(Duration most, long end) {
        Duration left = Duration.ofNanos(Math.max(LEAST_WAIT.toNanos(), end - System.nanoTime()));
        return left.compareTo(most) < 0 ? left : most;
    }

    /** @param end when clients have waited long enough */
    private int drainAndFence(long held, long end) throws SQLException, MoveRefused {
        proxies.awaitAll(timeouts.drain(), proxy -> proxy.served() >= held);
        int ended = old.primary().raiseFence(entry.number(), old.other(), LAST_MOMENT);
        if (!old.primary().isFenceUp(entry.number())) {
            throw new MoveRefused("tables of these shards have been made meanwhile on " + old.primary()
                    + ", where nothing refuses writes: try again");
        }
        awaitBranches(upTo(timeouts.branches(), end));
        Position last = old.primary().since(beginning.position());
        if (!next.primary().server().awaitPosition(last, upTo(timeouts.hold(), end))) {
            requireFollowing();
            throw new MoveRefused(next.primary() + " hasn't reached " + last.gtids() + " of " + old.primary()
                    + " within " + timeouts.hold().toMillis() + " ms of clients' waiting");
        }
        // Stops the channel, since some changes pass fences: a TRUNCATE, or a branch that is committed.
        next.primary().pause(channel);
        if (direction == Direction.FORTH) {
            entry.begins(
                    Direction.BACK,
                    new Beginning(
                            next.primary().place(), next.primary().server().position()));
        }
        return ended;
    }

    /**
     * Branches that are prepared already could be committed behind the fence; later branches have nothing of these
     * shards.
     */
    private void awaitBranches(Duration most) throws SQLException, MoveRefused {
        int open = old.primary().server().awaitBranches(most);
        if (open > 0) {
            throw new MoveRefused(old.primary() + " has " + open
                    + " prepared transactions, which could still be committed behind the fence: SHOW XA BRANCHES"
                    + " lists them, and a proxy ends them soon");
        }
    }

    /** Undoes the hand-over: clients go on with the old pair. */
    private MoveRefused undone(TaskLock lock, Exception why) {
        StringBuilder message = new StringBuilder(String.valueOf(why.getMessage()));
        try {
            MoveRefused.unlessHeld(lock, TaskLock.PATIENTLY);
            undo(lock);
            entry.enter(direction.before(), "following");
            if (why instanceof MoveRefused refused && refused.isCancelled()) {
                return refused;
            }
        } catch (SQLException | MoveRefused e) {
            message.append("; the shards may be fenced on ")
                    .append(old.primary())
                    .append(", and statements for them held: ")
                    .append(e.getMessage());
        }
        String again = (entry.phase() == Phase.MOVED ? "REVERT" : "RESUME") + " OPERATION " + entry.number();
        return new MoveRefused(
                message.indexOf(again) >= 0 ? message.toString() : message + "; " + again + " tries again");
    }

    /** Only valid as long as the topology has the shards on the old pair. Clients don't wait for its standby. */
    void undo(TaskLock lock) throws SQLException, MoveRefused {
        old.lowerFenceAtLast(entry.number(), lock);
        published.releaseAtLast(old.pair().name());
        old.standby().ifPresent(standby -> takeWritesAgain(standby, lock));
    }
}
