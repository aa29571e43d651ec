package io.pinion.operations.transfer;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.engine.ServerWork;
import io.pinion.operations.engine.StatementHold;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.move.MoveTimeouts;
import io.pinion.operations.move.PairFence;
import io.pinion.operations.move.UndoneHandOver;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.transfer.rows.ImportDirection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moment in which the name gets its other meaning: all proxies hold statements, running ones end, the side that had
 * the name refuses writes, the other side gets what it lacks, and one generation of the topology says it. Each step may
 * be taken twice. Blocks; one run, by the holder of the operation's lock.
 *
 * @param way a hand-over back is asked for anew when it fails
 * @param catchUp until the side that gets the name has nearly all, clients' present writes included
 * @param bringRest behind the fence: until it has everything, and is equal where that was in doubt
 * @param fences of the side that has the name before
 */
record HandOver(
        OperationServices services,
        RunningOperation operation,
        PublishedTransfer.Turn published,
        ImportDirection way,
        ServerWork catchUp,
        LastWork bringRest,
        List<PairFence> fences) {
    private static final Logger log = LoggerFactory.getLogger(HandOver.class);

    /** Within which transactions of the name's former meaning usually end. */
    private static final Duration LAST_TRANSACTIONS = Duration.ofSeconds(30);

    private static final MoveTimeouts TIMEOUTS = MoveTimeouts.DEFAULT;

    /** Work within the time for which clients may wait. */
    interface LastWork {
        void run(Duration most) throws SQLException, OperationRefused;
    }

    private boolean isBack() {
        return way == ImportDirection.BACK;
    }

    // --- before clients wait

    /** Prepares the fences. When that fails, the side that has the name takes writes as before. */
    void prepare() throws SQLException, OperationRefused {
        try {
            for (PairFence fence : fences) {
                fence.prepare();
            }
            catchUp.run();
            operation.requireMayGoOn();
            operation.enter(isBack() ? TransferSteps.HANDING_BACK : TransferSteps.HANDING_OVER);
        } catch (OperationRefused | SQLException e) {
            fences.forEach(PairFence::takeWritesAgain);
            throw e;
        }
    }

    // --- while statements wait

    /**
     * Hands the name over. When that fails before the topology is changed, the side that had it takes writes as before.
     *
     * @return how long clients waited
     * @throws OperationRefused also when it is unknown what the topology says
     */
    Duration handOver() throws SQLException, OperationRefused {
        long begun = System.nanoTime();
        int ended;
        try {
            long held = new StatementHold(services.proxies(), operation, TIMEOUTS.adoption(), TIMEOUTS.proxies())
                    .begin(published::hold, published::releaseAtLast);
            begun = System.nanoTime();
            ended = drainAndFence(held, begun + TIMEOUTS.hold().toNanos());
            operation.requireHeld(TaskLock.BRIEFLY);
        } catch (OperationRefused | SQLException | RuntimeException e) {
            throw undone(e);
        }
        long generation = published.handOverAtLast();
        operation.note(handedOverIn(), String.valueOf(generation));
        Duration pause = Duration.ofNanos(System.nanoTime() - begun);
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("database", published.published().task().name())
                .addKeyValue("pause_ms", pause.toMillis())
                .addKeyValue("ended", ended)
                .log("A database's name has its other meaning");
        return pause;
    }

    /** @param end when clients have waited long enough */
    private int drainAndFence(long held, long end) throws SQLException, OperationRefused {
        long begun = System.nanoTime();
        services.proxies().awaitAll(TIMEOUTS.drain(), proxy -> proxy.served() >= held);
        long drained = System.nanoTime();
        int ended = raised();
        if (System.nanoTime() > end) {
            throw new OperationRefused(
                    "databases didn't refuse writes within " + TIMEOUTS.hold().toMillis() + " ms of clients' waiting");
        }
        for (PairFence fence : fences) {
            fence.awaitBranches(MoveTimeouts.upTo(TIMEOUTS.branches(), end));
        }
        long fenced = System.nanoTime();
        bringRest.run(MoveTimeouts.upTo(TIMEOUTS.hold(), end));
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("drain_ms", millis(begun, drained))
                .addKeyValue("fence_ms", millis(drained, fenced))
                .addKeyValue("rest_ms", millis(fenced, System.nanoTime()))
                .log("The side that gets a database's name has everything");
        return ended;
    }

    /**
     * Raises all fences at once, since clients wait for the last one. None is being raised any more when this returns or
     * throws.
     *
     * @return how many connections were ended, which have held it up
     */
    private int raised() throws SQLException, OperationRefused {
        List<FutureTask<Integer>> raising =
                fences.stream().map(fence -> new FutureTask<>(fence::raise)).toList();
        raising.forEach(task -> Thread.ofVirtual().name("pinion-hand-over").start(task));
        int ended = 0;
        Optional<Throwable> failure = Optional.empty();
        for (FutureTask<Integer> task : raising) {
            try {
                ended += task.get();
            } catch (ExecutionException e) {
                failure = failure.or(() -> Optional.ofNullable(e.getCause()));
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a hand-over, which ends when it is asked to", e);
            }
        }
        switch (failure.orElse(null)) {
            case null -> {
                return ended;
            }
            case SQLException e -> throw e;
            case OperationRefused e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private static long millis(long from, long to) {
        return Duration.ofNanos(to - from).toMillis();
    }

    /** Undoes the hand-over: clients go on where they were. Where a server is lost, the next attempt does that first. */
    private OperationRefused undone(Exception why) {
        OperationRefused refusal = new UndoneHandOver(
                        operation.number(), isBack(), "databases may refuse writes, and statements may be held")
                .after(why, this::undo);
        boolean lost = why instanceof ServerAway || (why instanceof SQLException e && ServerConnection.isLost(e));
        return lost ? new ServerAway(String.valueOf(why.getMessage())) : refusal;
    }

    /** Only valid as long as the topology says what it said before. Clients don't wait for standbys. */
    void undo() throws SQLException, OperationRefused {
        if (!operation.lock().isHeldWithin(TaskLock.PATIENTLY)) {
            throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the pairs");
        }
        for (PairFence fence : fences) {
            fence.lowerAtLast();
        }
        published.releaseAtLast();
        fences.forEach(PairFence::lowerOnStandby);
        operation.enterAgain(isBack() ? TransferSteps.FOLLOWING_BACK : TransferSteps.PREPARING);
    }

    /** The name under which the journal has the generation; the way back has one of its own. */
    private String handedOverIn() {
        return isBack() ? "handed_back_in" : "handed_over_in";
    }

    // --- behind it

    /**
     * Makes sure that no transaction is left that has begun when the name had its former meaning: as soon as fences go
     * it could write there. Blocks.
     */
    void awaitLastTransactions() throws OperationRefused {
        Optional<String> noted = operation.noted(handedOverIn());
        long generation = noted.isPresent()
                ? Long.parseLong(noted.get())
                : published.published().generation();
        Predicate<RegisteredProxy> serves = proxy -> proxy.served() >= generation;
        operation.tell("waiting for the end of transactions that began before the hand-over");
        if (!services.proxies().awaitAll(LAST_TRANSACTIONS, serves)) {
            throw new OperationRefused("transactions that began before the hand-over are still open at "
                    + services.proxies().others(serves)
                    + ": let them end, or KILL them there (SHOW PROCESSLIST)");
        }
    }
}
