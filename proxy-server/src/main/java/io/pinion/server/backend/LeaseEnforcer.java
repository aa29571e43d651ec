package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what still runs on servers, of one event loop: everything when the loop's proxy has no lease any more, and what runs on
 * a pair that has been held for long. Nothing is done by a proxy whose lease is {@link ServingLease#FOR_EVER}. Everything
 * happens on the loop.
 */
final class LeaseEnforcer {
    private static final Logger log = LoggerFactory.getLogger(LeaseEnforcer.class);

    private static final long LOOK_EVERY_MILLIS = 200;

    private final EventLoop loop;
    private final ServingLease lease;
    private final long heldNanos;
    private final Supplier<List<LoopPool>> pools;
    private boolean watching;
    private boolean lacking;

    /**
     * @param held what runs on a pair that has been held for so long is ended
     * @param pools all, also of servers that are no longer primaries
     */
    LeaseEnforcer(EventLoop loop, ServingLease lease, Duration held, Supplier<List<LoopPool>> pools) {
        this.loop = loop;
        this.lease = lease;
        this.heldNanos = held.toNanos();
        this.pools = pools;
    }

    /** Begins to look; twice is harmless. */
    void watch() {
        if (!watching && lease != ServingLease.FOR_EVER) {
            watching = true;
            var unused = loop.scheduleWithFixedDelay(
                    this::look, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** A look that fails must not be the last. */
    private void look() {
        try {
            lookAt(pools.get());
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("What runs on servers can't be ended, by a mistake of Pinion's");
        }
    }

    private void lookAt(List<LoopPool> all) {
        boolean lacked = lacking;
        lacking = !lease.holds();
        for (LoopPool pool : all) {
            if (lacking) {
                pool.severAll();
            } else if (pool.isHeldFor(heldNanos)) {
                pool.sever("statements for its pair have been held for long, so that what runs there is ended");
            } else if (lacked) {
                pool.serve();
            }
        }
    }
}
