package io.pinion.config.source;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leave to use servers, for as long as it is known that what this proxy does is by the topology that ZooKeeper holds. A proxy that
 * takes part in automatic promotions stops without it: whoever replaces a primary that he can't reach can't tell a proxy that
 * ZooKeeper can't reach either, and only waits until it must have stopped.
 *
 * <p>The arithmetic, with all times since the topology that holds a pair was written:
 *
 * <pre>
 *   a proxy has not got it:  its last leave was asked for before      → it ends within LENGTH, and all it had at once
 *   a proxy has got it:      within LENGTH, or see above              → nothing of it begins for the pair from then on,
 *                                                                       what it had is ended SEVERED later
 *   so that nobody uses the old primary                                 after QUIET, which is a little more than both
 * </pre>
 *
 * A leave counts from when it was asked for, by this process's own clock, and the question goes through ZooKeeper's majority. What is
 * left are clocks that run apart by more than a tenth, and processes that stand still between looking at their leave and doing
 * what it allows. See docs/decisions/automatic-promotion.md.
 */
public final class TopologyLease implements AutoCloseable {
    /** So long is a leave. More than a client needs to find another server of ZooKeeper, with sessions of 15 s. */
    public static final Duration LENGTH = Duration.ofSeconds(15);

    /** What still runs on a pair so long after it was held is ended; a planned promotion ends it before. */
    public static final Duration SEVERED = Duration.ofSeconds(3);

    /** Nobody who keeps to a lease uses the primary of a pair any more that has been held for so long. */
    public static final Duration QUIET = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(TopologyLease.class);
    private static final long ASK_EVERY_MILLIS = 2_000;
    private static final long ASK_AGAIN_MILLIS = 250;

    private final Newest newest;
    private final long lengthNanos;
    private final Thread thread;
    private volatile BooleanSupplier inForce = () -> false;
    private volatile boolean given;
    private volatile long endNanos;

    /** The source of the running topology. */
    @FunctionalInterface
    public interface Newest {
        /** As {@link ZooKeeperSource#isNewest}. */
        boolean isNewest() throws StoreUnavailable;
    }

    /** @param length of each leave */
    TopologyLease(Newest newest, Duration length) {
        this.newest = newest;
        this.lengthNanos = length.toNanos();
        this.thread = Thread.ofPlatform().daemon().name("pinion-lease").unstarted(this::keep);
    }

    /** A leave of the source's topology, which is not given before {@link #keepWhile}. */
    public static TopologyLease of(ZooKeeperSource source) {
        return new TopologyLease(source::isNewest, LENGTH);
    }

    /**
     * From now on the leave is asked for again and again. The first time is now: blocks for as long as ZooKeeper needs.
     *
     * @param inForce whether all that begins is by the topology that the source has given last
     */
    public void keepWhile(BooleanSupplier inForce) {
        this.inForce = inForce;
        ask();
        thread.start();
    }

    /** Whether servers may be used. Costs a look at the clock. */
    public boolean holds() {
        return given && System.nanoTime() - endNanos < 0;
    }

    private void keep() {
        boolean held = holds();
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(ask() ? ASK_EVERY_MILLIS : ASK_AGAIN_MILLIS);
                if (held != holds()) {
                    held = !held;
                    tell(held);
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean ask() {
        long asked = System.nanoTime();
        try {
            if (newest.isNewest() && inForce.getAsBoolean()) {
                endNanos = asked + lengthNanos;
                given = true;
                return true;
            }
        } catch (StoreUnavailable away) {
            LOG.atDebug().addKeyValue("cause", away.getMessage()).log("no leave to use servers was given");
        }
        return false;
    }

    private static void tell(boolean held) {
        if (held) {
            LOG.atInfo().log("ZooKeeper answers: servers may be used again");
        } else {
            LOG.atError()
                    .addKeyValue("length", LENGTH)
                    .log(
                            "ZooKeeper hasn't said for so long that the running topology is the newest: statements are refused,"
                                    + " since primaries may be replaced without this proxy's knowledge");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
