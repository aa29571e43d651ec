package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.promotion.PromotionOutcome.Promoted;
import io.pinion.operations.server.AccountLogins;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A planned promotion. It holds statements for the pair on all proxies, waits for running ones, fences the old primary,
 * waits until the standby has applied everything, unfences the standby, and stores the new roles in the topology. Each
 * step may be repeated: after a crash the same promotion starts over and goes on. Blocks; one run, by the holder of the
 * pair's lock.
 */
final class PairPromotion {
    private static final Logger log = LoggerFactory.getLogger(PairPromotion.class);

    /** The longest wait that clients don't notice. */
    static final Duration SMALL_LAG = Duration.ofMillis(50);

    private static final Duration LAG_WAIT = Duration.ofSeconds(1);
    private static final Duration LOGIN = Duration.ofSeconds(5);
    private static final Duration LEAST_WAIT = Duration.ofMillis(100);
    private static final long LOOK_EVERY_MILLIS = 5;

    private static final long ASK_FIRST_MILLIS = 50;

    private static final long ASK_AGAIN_MILLIS = 20;

    private final PromotionServers servers;
    private final PublishedPair published;
    private final Proxies proxies;
    private final PromotionTimeouts timeouts;
    private final Pair pair;
    private final Set<String> users;

    PairPromotion(PromotionServers servers, PublishedPair published, Proxies proxies, PromotionTimeouts timeouts) {
        this.servers = servers;
        this.pair = servers.pair();
        this.published = published;
        this.proxies = proxies;
        this.timeouts = timeouts;
        this.users = users(servers.topology());
    }

    /**
     * The users with which Pinion writes on servers: those of clients' statements, and the proxies' own, which pass
     * MariaDB's fence.
     */
    static Set<String> users(Topology now) {
        return now.accounts().values().stream()
                .filter(account -> !account.name().equals(Account.MONITOR))
                .map(Account::user)
                .collect(Collectors.toSet());
    }

    /**
     * @param lock the pair's, held all the time; without it no server is unfenced
     * @throws SQLException a server doesn't answer, before anything was changed
     */
    Promoted run(ServerConnection old, ServerConnection next, TaskLock lock, PromotionEntry entry)
            throws SQLException, PromotionRefused {
        check(old, next);
        if (!entry.isResumed()) {
            requireAccounts();
        }
        boolean begunBefore = !next.isFenced();
        boolean fencedBefore = old.isFenced() && !entry.isResumed();
        entry.step("waiting until " + next + " has nearly all that " + old + " has");
        awaitSmallLag(old, next);
        entry.step("taking over from " + old);
        long begun;
        Handover handover;
        try {
            boolean closed = begunBefore || entry.mayBeOpen() || old.isFenced();
            // The old primary is fenced already, so a proxy that misses the hold does no further harm.
            long held =
                    closed ? published.hold(lock) : new ProxiesHold(published, proxies, timeouts).begin(lock, entry);
            begun = System.nanoTime();
            handover = drainAndFence(old, next, held, lock);
            entry.opening();
        } catch (PromotionRefused | SQLException | RuntimeException e) {
            throw begunBefore || entry.mayBeOpen() || !lock.isHeldWithin(TaskLock.PATIENTLY)
                    ? PromotionRefused.halfDone(
                            e.getMessage() + goOn(entry, old + " may be fenced, and " + next + " open"))
                    : undone(old, fencedBefore, e, entry, lock);
        }
        open(next, handover.last(), entry, lock);
        long generation = release(entry);
        Duration pause = Duration.ofNanos(System.nanoTime() - begun);
        log.atInfo()
                .addKeyValue("pair", pair.name())
                .addKeyValue("primary", next)
                .addKeyValue("pause_ms", pause.toMillis())
                .log("A pair has another primary");
        return new Promoted(pair.turned(), pause, handover.ended(), generation, Promoted.NOTHING);
    }

    // --- before anybody waits

    /** Requires that the two servers replicate from each other and that at most one takes writes. */
    void check(ServerConnection old, ServerConnection next) throws SQLException, PromotionRefused {
        requireFollowing(next, old);
        requireFollowing(old, next);
        if (!next.isFenced() && !old.isFenced()) {
            throw new PromotionRefused("both servers of pair " + pair.name() + " take writes, " + old + " and " + next
                    + ": fence the one that isn't the primary, and compare their rows first");
        }
    }

    /**
     * Requires that the standby accepts the clients' accounts. A resumed promotion skips this: statements are held, and
     * there may be no way back.
     */
    void requireAccounts() throws PromotionRefused {
        Topology now = servers.topology();
        List<Account> clients = now.accounts().values().stream()
                .filter(account -> now.users().values().stream()
                        .anyMatch(user -> user.account().equals(account.name())))
                .toList();
        List<String> problems =
                new AccountLogins(servers.access(), pair.turned().primary(), LOGIN).problems(clients);
        if (!problems.isEmpty()) {
            throw new PromotionRefused(String.join("; ", problems));
        }
    }

    private void requireFollowing(ServerConnection follower, ServerConnection source)
            throws SQLException, PromotionRefused {
        ReplicationHealth health = follower.replication();
        if (!health.isRunning()) {
            throw new PromotionRefused(follower + " doesn't follow " + source + ": "
                    + (health.lastError().isEmpty() ? "replication is stopped" : health.lastError()) + "; "
                    + cure(follower));
        }
        if (health.followsOtherThan(source.serverId())) {
            throw new PromotionRefused(follower + " doesn't follow " + source + ", but the server with server_id "
                    + health.source().getAsLong() + ": mend that first (SHOW PAIRS)");
        }
    }

    /**
     * The way out for a server that doesn't replicate. A MariaDB primary doesn't follow its standby while a move of
     * shards may still be reverted.
     */
    private static String cure(ServerConnection follower) throws SQLException {
        List<String> channels = follower.channels();
        return channels.isEmpty()
                ? "mend that first (SHOW PAIRS)"
                : "it follows another pair on " + String.join(", ", channels)
                        + ", whose number is that of a move: FINISH or REVERT OPERATION first (SHOW OPERATIONS)";
    }

    /**
     * Waits until the standby reaches the primary's current position within {@link #SMALL_LAG}. Clients will wait about
     * as long.
     */
    private void awaitSmallLag(ServerConnection old, ServerConnection next) throws SQLException, PromotionRefused {
        long end = System.nanoTime() + timeouts.lag().toNanos();
        while (true) {
            Position position = old.position();
            long asked = System.nanoTime();
            boolean there = next.awaitPosition(position, LAG_WAIT);
            long took = System.nanoTime() - asked;
            if (there && took <= SMALL_LAG.toNanos()) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new PromotionRefused(next + " is behind " + old + " by "
                        + (there ? TimeUnit.NANOSECONDS.toMillis(took) + " ms" : "more than a second")
                        + " all the time, and so long would clients wait: try again when fewer write");
            }
        }
    }

    // --- while statements wait

    /**
     * @param ended connections to the old primary that were ended
     * @param last the old primary's last position, read after the fence
     */
    private record Handover(int ended, Position last) {}

    private Handover drainAndFence(ServerConnection old, ServerConnection next, long held, TaskLock lock)
            throws SQLException, PromotionRefused {
        long end = System.nanoTime() + timeouts.hold().toNanos();
        int ended = isQuietInTime(old, held) ? 0 : old.endConnections(users);
        ended += Fence.close(old, users, timeouts.fence());
        int branches = old.preparedBranches();
        if (branches > 0) {
            throw new PromotionRefused(old + " has " + branches
                    + " prepared transactions, which could still be committed behind its fence: SHOW XA BRANCHES lists"
                    + " them, and a proxy ends them soon");
        }
        Position last = old.position();
        Duration left = Duration.ofNanos(Math.max(LEAST_WAIT.toNanos(), end - System.nanoTime()));
        if (!next.awaitPosition(last, left)) {
            throw new PromotionRefused(next + " hasn't reached " + last.gtids() + " of " + old + " within "
                    + timeouts.hold().toMillis() + " ms of clients' waiting: try again");
        }
        PromotionRefused.unlessHeld(lock);
        return new Handover(ended, last);
    }

    /**
     * Whether running statements have ended: the proxies' generations show it, mostly at once, or else the server's
     * process list does.
     */
    private boolean isQuietInTime(ServerConnection old, long held) throws SQLException {
        long end = System.nanoTime() + timeouts.drain().toNanos();
        long ask = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_FIRST_MILLIS);
        while (System.nanoTime() < end) {
            if (proxies.areAll(proxy -> proxy.served() >= held)) {
                return true;
            }
            if (System.nanoTime() > ask) {
                if (!old.isBusy(users)) {
                    return true;
                }
                ask = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_AGAIN_MILLIS);
            }
            sleep();
        }
        return false;
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a promotion, which ends by its deadlines", e);
        }
    }

    // --- afterwards

    /**
     * Unfences the standby. From here on there is no way back: the old primary must stay fenced as long as the standby
     * may take writes.
     *
     * @param last the position that the standby has applied
     */
    private void open(ServerConnection next, Position last, PromotionEntry entry, TaskLock lock)
            throws PromotionRefused {
        try {
            try {
                next.unfence();
            } catch (SQLException e) {
                servers.again(PromotionServers.standby(pair), lock, again -> openIfWhole(again, last));
            }
        } catch (SQLException | PromotionRefused e) {
            throw PromotionRefused.halfDone(
                    e.getMessage() + goOn(entry, "the old primary is fenced, and " + next + " may take writes or not"));
        }
    }

    /** Unfences the standby unless it has lost transactions by a restart. */
    private static void openIfWhole(ServerConnection again, Position last) throws SQLException {
        if (!again.awaitPosition(last, LAG_WAIT)) {
            throw new SQLException(again + " hasn't " + last.gtids() + " any more");
        }
        again.unfence();
    }

    private static String goOn(PromotionEntry entry, String state) {
        return "; " + state + ", and statements for the pair are held: RESUME OPERATION "
                + entry.operation().number() + " goes on from there";
    }

    /**
     * Stores the new roles. The old primary is fenced and the standby takes writes, so no other outcome is possible.
     */
    private long release(PromotionEntry entry) throws PromotionRefused {
        try {
            return published.turnAtLast();
        } catch (PromotionRefused e) {
            throw PromotionRefused.halfDone("the servers of pair " + pair.name() + " have changed their roles, "
                    + pair.standby().orElseThrow().name() + " takes writes, but the topology can't say so: "
                    + e.getMessage() + "; RESUME OPERATION " + entry.operation().number() + " as soon as it can");
        }
    }

    /**
     * Goes back to the old primary. The standby is still fenced: only the holder of the lock may unfence it.
     *
     * @param fencedBefore the old primary was fenced before, for another reason than this promotion
     */
    private PromotionRefused undone(
            ServerConnection old, boolean fencedBefore, Exception why, PromotionEntry entry, TaskLock lock) {
        StringBuilder message = new StringBuilder(String.valueOf(why.getMessage()));
        boolean whole = true;
        try {
            if (!fencedBefore) {
                new Rollback(servers, entry, lock).open(old, !entry.isResumed());
            }
        } catch (SQLException | PromotionRefused e) {
            whole = false;
            message.append("; ").append(old).append(" may still be fenced: ").append(e.getMessage());
            message.append("; CANCEL OPERATION ")
                    .append(entry.operation().number())
                    .append(" opens it");
        }
        try {
            published.releaseAtLast(lock);
        } catch (PromotionRefused e) {
            whole = false;
            message.append("; statements for pair ")
                    .append(pair.name())
                    .append(" are still held: ")
                    .append(e.getMessage());
        }
        return whole ? PromotionRefused.undone(message.toString()) : PromotionRefused.halfDone(message.toString());
    }
}
