package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for a place under the server's limit, for one pool, when all event loops together have reached the limit. Lives
 * on the pool's event loop.
 */
final class ConnectionRebalancing {
    /**
     * After this wait a session gets another loop's idle connection even when its own loop has its share: the
     * statements that run on this loop may themselves wait for that session.
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
        /** @param urgent whether it may be one of that loop's fair share */
        void makeRoom(boolean urgent);
    }

    /**
     * @param retry called on the loop when a place may be free
     * @param stillNeeded whether a session waits in the pool
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
     * Enters the line for a place, unless the pool is in it already.
     *
     * @param connections the pool's number of connections: below its fair share it may take another loop's place
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

    /** The sessions that waited in this pool may have given up: then the next loop in line gets the place. */
    private void placeMayBeFree() {
        waiting = false;
        retry.run();
        limit.passOn();
    }
}
