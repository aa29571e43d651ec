package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One pool's wait for a place under its server's limit, which all event loops together have reached. Lives on the pool's
 * event loop.
 */
final class ConnectionRebalancing {
    /**
     * An idle connection of another loop is of more use to whoever has waited so long, even when this loop has its share:
     * what runs on its own may be waiting for this very one.
     */
    private static final long INSIST_AFTER_MILLIS = 100;

    private final EventLoop loop;
    private final ServerLimit limit;
    private final OtherLoops others;
    private final Runnable retry;
    private final BooleanSupplier stillNeeded;

    private boolean waiting;
    private boolean insisting;

    /** Makes another loop close an idle connection to this server, some time later. */
    @FunctionalInterface
    interface OtherLoops {
        /** @param urgent one of its fair share, too */
        void makeRoom(boolean urgent);
    }

    /**
     * @param retry called on the loop when a place may be free
     * @param stillNeeded whether anybody waits in the pool
     */
    ConnectionRebalancing(
            EventLoop loop, ServerLimit limit, OtherLoops others, Runnable retry, BooleanSupplier stillNeeded) {
        this.loop = loop;
        this.limit = limit;
        this.others = others;
        this.retry = retry;
        this.stillNeeded = stillNeeded;
    }

    /**
     * Gets in line for a place, unless the pool is in it already.
     *
     * @param connections that the pool has now: below its share it is entitled to another loop's place
     */
    void await(int connections) {
        if (waiting) {
            return;
        }
        waiting = true;
        limit.tellWhenFree(() -> loop.execute(this::placeMayBeFree));
        if (connections < limit.fairShare()) {
            others.makeRoom(false);
        }
        if (!insisting) {
            insisting = true;
            insistLater();
        }
    }

    private void insistLater() {
        var unused = loop.schedule(this::insist, INSIST_AFTER_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void insist() {
        if (waiting && stillNeeded.getAsBoolean()) {
            others.makeRoom(true);
            insistLater();
        } else {
            insisting = false;
        }
    }

    /** Whoever waited in this pool may have given up since: then the place is for the next loop in line. */
    private void placeMayBeFree() {
        waiting = false;
        retry.run();
        limit.passOn();
    }
}
