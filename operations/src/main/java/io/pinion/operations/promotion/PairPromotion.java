package io.pinion.operations.promotion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.Proxies;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.StatementHold;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A planned promotion: the old primary hands over all that it has. */
final class PairPromotion extends PromotionAttempt {
    private static final Logger log = LoggerFactory.getLogger(PairPromotion.class);

    /** The longest wait that clients don't notice. */
    static final Duration SMALL_LAG = Duration.ofMillis(50);

    private static final Duration LAG_WAIT = Duration.ofSeconds(1);
    private static final Duration LEAST_WAIT = Duration.ofMillis(100);
    private static final long LOOK_EVERY_MILLIS = 5;

    private static final long ASK_FIRST_MILLIS = 50;

    private static final long ASK_AGAIN_MILLIS = 20;

    private final Proxies proxies;

    /** The standby took writes before this attempt. */
    private boolean begunBefore;

    /** The old primary was fenced before, for another reason than this promotion. */
    private boolean fencedBefore;

    /** The old primary's last position, read after the fence. */
    private @Nullable Position last;

    PairPromotion(OperationServices services, PromotionTimeouts timeouts, Promotion task, RunningOperation operation) {
        super(services, timeouts, task, operation);
        this.proxies = services.proxies();
    }

    @Override
    PromotionPlan plan() {
        return new PlannedPromotionPlan(this);
    }

    // --- before anybody waits

    /** One that is taken up skips the accounts: statements are held, and there may be no way back. */
    @Override
    void check() throws OperationRefused, SQLException {
        super.check();
        if (!isTakenUp()) {
            new OldCopies(services().topology(), task().pair(), services().journal()).requireFenced(next());
        }
        PromotionCheck check = new PromotionCheck(servers(), reachedOld(), next());
        check.requireRoles();
        if (!isTakenUp()) {
            check.requireNothingLost();
            check.requireAccounts();
        }
        begunBefore = !next().isFenced();
        fencedBefore = reachedOld().isFenced() && !isTakenUp();
    }

    /**
     * Waits until the standby reaches the primary's current position within {@link #SMALL_LAG}. Clients will wait about
     * as long.
     */
    @Override
    void awaitStandby() throws OperationRefused, SQLException {
        ServerConnection old = reachedOld();
        ServerConnection next = next();
        long end = System.nanoTime() + timeouts().lag().toNanos();
        while (true) {
            Position position = old.position();
            long asked = System.nanoTime();
            boolean there = next.awaitPosition(position, LAG_WAIT);
            long took = System.nanoTime() - asked;
            if (there && took <= SMALL_LAG.toNanos()) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new OperationRefused(next + " is behind " + old + " by "
                        + (there ? TimeUnit.NANOSECONDS.toMillis(took) + " ms" : "more than a second")
                        + " all the time, and so long would clients wait: try again when fewer write");
            }
            operation().requireMayGoOn();
        }
    }

    // --- while statements wait

    @Override
    boolean mayBeOpen() {
        return begunBefore || super.mayBeOpen();
    }

    @Override
    void handOver(boolean mayBeOpen) throws OperationRefused, SQLException {
        ServerConnection old = reachedOld();
        // The old primary is fenced already, so a proxy that misses the hold does no further harm.
        boolean closed = mayBeOpen || old.isFenced();
        long held = closed ? hold() : holdOnAllProxies();
        long end = System.nanoTime() + timeouts().hold().toNanos();
        clientsWait();
        if (!isQuietInTime(old, held)) {
            ended(old.endConnections(servers().users()));
        }
        ended(Fence.close(old, servers().users(), timeouts().fence()));
        int branches = old.preparedBranches();
        if (branches > 0) {
            throw new OperationRefused(old + " has " + branches
                    + " prepared transactions, which could still be committed behind its fence: SHOW XA BRANCHES lists"
                    + " them, and a proxy ends them soon");
        }
        last = old.position();
        Duration left = Duration.ofNanos(Math.max(LEAST_WAIT.toNanos(), end - System.nanoTime()));
        if (!next().awaitPosition(last, left)) {
            throw new OperationRefused(next() + " hasn't reached " + last.gtids() + " of " + old + " within "
                    + timeouts().hold().toMillis() + " ms of clients' waiting: try again");
        }
    }

    /** While a proxy can't be told, only the promotion waits: its clients would get errors from the fenced server. */
    private long holdOnAllProxies() throws OperationRefused {
        return new StatementHold(
                        proxies, operation(), timeouts().adoption(), timeouts().lag())
                .begin(this::hold, () -> {
                    release();
                    return 0;
                });
    }

    /**
     * Whether running statements have ended: the proxies' generations show it, mostly at once, or else the server's
     * process list does.
     */
    private boolean isQuietInTime(ServerConnection old, long held) throws SQLException, OperationRefused {
        long end = System.nanoTime() + timeouts().drain().toNanos();
        long ask = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_FIRST_MILLIS);
        while (System.nanoTime() < end) {
            if (proxies.areAll(proxy -> proxy.served() >= held)) {
                return true;
            }
            if (System.nanoTime() > ask) {
                if (!old.isBusy(servers().users())) {
                    return true;
                }
                ask = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ASK_AGAIN_MILLIS);
            }
            Sleep.ofMillis(LOOK_EVERY_MILLIS);
        }
        return false;
    }

    @Override
    Progress withLost(Progress opening) {
        return opening;
    }

    @Override
    String handOverState() throws OperationRefused {
        return reachedOld() + " may be fenced, and " + next() + " open";
    }

    /**
     * Goes back to the old primary. The standby is still fenced: only the holder of the lock may unfence it.
     */
    @Override
    OperationRefused undone(String why) throws OperationRefused {
        StringBuilder message = new StringBuilder(why);
        boolean whole = true;
        try {
            if (!fencedBefore) {
                openAgain(reachedOld());
            }
        } catch (SQLException | OperationRefused e) {
            whole = false;
            message.append("; ")
                    .append(reachedOld())
                    .append(" may still be fenced: ")
                    .append(e.getMessage())
                    .append("; CANCEL OPERATION ")
                    .append(operation().number())
                    .append(" opens it");
        }
        try {
            release();
        } catch (OperationRefused e) {
            whole = false;
            message.append("; statements for pair ")
                    .append(task().pair())
                    .append(" are still held: ")
                    .append(e.getMessage());
        }
        return whole ? OperationRefused.undone(message.toString()) : OperationRefused.halfDone(message.toString());
    }

    /** Unfences the old primary, on a new connection if the old one broke: clients wait for it. */
    private void openAgain(ServerConnection old) throws SQLException, OperationRefused {
        if (!isTakenUp()) {
            // It can't have lost anything since it was fenced.
            try {
                old.unfence();
                return;
            } catch (SQLException e) {
                // The connection may have broken or been ended.
            }
        }
        servers().again(pair().primary(), again -> {
            try (ServerConnection standby = servers().openQuickly(servers().standby())) {
                new Rollback(this).requireNothingBeyond(again, standby);
            }
            again.unfence();
        });
    }

    // --- the standby becomes the primary

    @Override
    void open() throws OperationRefused {
        try {
            try {
                next().unfence();
            } catch (SQLException e) {
                servers().again(servers().standby(), again -> openIfWhole(again, Objects.requireNonNull(last)));
            }
        } catch (SQLException | OperationRefused e) {
            throw halfDone(e.getMessage() + "; the old primary is fenced, and " + next() + " may take writes or not");
        }
        turn();
        log.atInfo()
                .addKeyValue("pair", task().pair())
                .addKeyValue("primary", next())
                .addKeyValue("pause_ms", pause().toMillis())
                .log("A pair has another primary");
    }

    /** Unfences the standby unless it has lost transactions by a restart. */
    private static void openIfWhole(ServerConnection again, Position last) throws SQLException {
        if (!again.awaitPosition(last, LAG_WAIT)) {
            throw new SQLException(again + " hasn't " + last.gtids() + " any more");
        }
        again.unfence();
    }
}
