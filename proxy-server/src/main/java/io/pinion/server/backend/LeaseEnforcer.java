package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends running statements on servers, for one event loop: all of them when the proxy has lost its lease, and those on a
 * pair that has been held for long. A proxy with the lease {@link ServingLease#FOR_EVER} ends none. Everything happens
 * on the loop.
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
     * @param held the time for which a pair may be held before its running statements are ended
     * @param pools all pools, also of servers that are no longer primaries
     */
    LeaseEnforcer(EventLoop loop, ServingLease lease, Duration held, Supplier<List<LoopPool>> pools) {
        this.loop = loop;
        this.lease = lease;
        this.heldNanos = held.toNanos();
        this.pools = pools;
    }

    /** Starts the periodic check; a second call does nothing. */
    void watch() {
        if (!watching && lease != ServingLease.FOR_EVER) {
            watching = true;
            var unused = loop.scheduleWithFixedDelay(
                    this::look, LOOK_EVERY_MILLIS, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** An exception would cancel the periodic check. */
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
