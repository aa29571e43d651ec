package io.pinion.operations.move;

import io.pinion.operations.engine.OperationCancelled;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerWork;
import io.pinion.operations.engine.StatementHold;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The moment in which databases change their side: all proxies hold statements for them, running ones end, the side that
 * had them refuses writes, the other side gets what it lacks, and the topology says it. Each step may be taken twice.
 * Blocks; one run, by the holder of the operation's lock.
 *
 * @param step in which the topology changes
 * @param before the last step of which anything is left after a hand-over that was undone
 * @param again the word that asks for it anew when it has failed and is undone: {@code RESUME}
 * @param left the state in which servers and proxies may be when it can't be undone, for people
 * @param catchUp until the side that gets them has nearly all, clients' present writes included
 * @param alone keeps others away that would meet it in the middle; no client waits yet
 * @param rest behind the fence: until that side has everything
 * @param fences of the side that has the databases before
 */
public record HandOver(
        OperationServices services,
        RunningOperation operation,
        MoveTimeouts timeouts,
        String step,
        String before,
        String again,
        String left,
        Published published,
        ServerWork catchUp,
        ServerWork alone,
        LastWork rest,
        List<PairFence> fences) {
    private static final Logger log = LoggerFactory.getLogger(HandOver.class);

    /** In the journal: how long clients have waited. */
    private static final String PAUSE = "pause_ms";

    /** The pause, for people; empty when the proxy that knew it has died. */
    public static String pause(Progress progress) {
        String millis = progress.facts().get(PAUSE);
        return millis == null ? "" : ", after a pause of " + millis + " ms";
    }

    /** What the topology says of the databases. */
    public interface Published {
        /** @return the generation that holds statements */
        long hold() throws OperationRefused;

        /** Lets statements go on where they were; waits for a store that is away. */
        long releaseAtLast() throws OperationRefused;

        /**
         * Lets statements go to the other side; waits for a store that is away. A proxy that has undone a hand-over has
         * released statements: then they stay where they are.
         */
        void turnAtLast() throws OperationRefused;
    }

    /** Work within the time for which clients may wait. */
    public interface LastWork {
        void run(Duration most) throws SQLException, OperationRefused;
    }

    // --- before clients wait

    /** Prepares the fences. When that fails, the side that has the databases takes writes as before. */
    public void prepare() throws SQLException, OperationRefused {
        try {
            for (PairFence fence : fences) {
                fence.prepare();
            }
            catchUp.run();
            operation.requireMayGoOn();
            operation.enter(step);
        } catch (OperationRefused | SQLException e) {
            fences.forEach(PairFence::takeWritesAgain);
            throw e;
        }
    }

    // --- while statements wait

    /**
     * Hands the databases over. When that fails before the topology is changed, the side that had them takes writes as
     * before.
     *
     * @return how long clients waited
     * @throws OperationRefused also when it is unknown what the topology says
     */
    public Duration handOver() throws SQLException, OperationRefused {
        long begun;
        int ended;
        try {
            alone.run();
            long held = new StatementHold(services.proxies(), operation, timeouts.adoption(), timeouts.proxies())
                    .begin(published::hold, published::releaseAtLast);
            begun = System.nanoTime();
            ended = drainAndFence(held, begun);
            operation.requireHeld(TaskLock.BRIEFLY);
        } catch (OperationRefused | SQLException | RuntimeException e) {
            throw undone(e);
        }
        published.turnAtLast();
        Duration pause = Duration.ofNanos(System.nanoTime() - begun);
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("statement", operation.operation().task().statement())
                .addKeyValue("pause_ms", pause.toMillis())
                .addKeyValue("ended", ended)
                .log("Databases are handed over");
        // It is too late to give the operation up: a wish for that is refused once it waits for its end.
        operation.update(progress ->
                progress.withFact(PAUSE, String.valueOf(pause.toMillis())).withoutCancelAsked());
        return pause;
    }

    private int drainAndFence(long held, long begun) throws SQLException, OperationRefused {
        long end = begun + timeouts.hold().toNanos();
        services.proxies().awaitAll(timeouts.drain(), proxy -> proxy.served() >= held);
        long drained = System.nanoTime();
        int ended = raised();
        if (System.nanoTime() > end) {
            throw new OperationRefused(
                    "databases didn't refuse writes within " + timeouts.hold().toMillis() + " ms of clients' waiting");
        }
        for (PairFence fence : fences) {
            fence.awaitBranches(MoveTimeouts.upTo(timeouts.branches(), end));
        }
        long fenced = System.nanoTime();
        rest.run(MoveTimeouts.upTo(timeouts.hold(), end));
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("drain_ms", millis(begun, drained))
                .addKeyValue("fence_ms", millis(drained, fenced))
                .addKeyValue("rest_ms", millis(fenced, System.nanoTime()))
                .log("The side that gets databases has everything");
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

    /** Undoes it, so that clients go on where they were; gives the reason for whoever asked, whose cause is what failed. */
    private OperationRefused undone(Exception why) {
        StringBuilder message = new StringBuilder(String.valueOf(why.getMessage()));
        String word = again;
        try {
            undo();
            if (why instanceof OperationCancelled || why instanceof ProxyStopping) {
                return (OperationRefused) why;
            }
        } catch (SQLException | OperationRefused e) {
            word = "RESUME";
            message.append("; ").append(left).append(": ").append(e.getMessage());
        }
        String way = word + " OPERATION " + operation.number();
        return new OperationRefused(
                message.indexOf(way) >= 0 ? message.toString() : message + "; " + way + " tries again", why);
    }

    /** Only valid as long as the topology says what it said before. Clients don't wait for standbys. */
    public void undo() throws SQLException, OperationRefused {
        if (!operation.lock().isHeldWithin(TaskLock.PATIENTLY)) {
            throw new OperationRefused("ZooKeeper is away, so that another proxy may work on the pairs");
        }
        for (PairFence fence : fences) {
            fence.lowerAtLast();
        }
        published.releaseAtLast();
        fences.forEach(PairFence::lowerOnStandby);
        operation.enterAgain(before);
    }
}
