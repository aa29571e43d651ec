package io.pinion.server.backend;

import io.netty.channel.EventLoop;

/**
 * One pool's wait for a place under its server's limit, which all event loops together have reached. Lives on the pool's
 * event loop.
 */
final class Shortage {
    private final EventLoop loop;
    private final ServerLimit limit;
    private final Runnable askOthersForRoom;
    private final Runnable retry;

    private boolean waiting;

    /**
     * @param askOthersForRoom makes another loop close an idle connection to this server, some time later
     * @param retry called on the loop when a place may be free
     */
    Shortage(EventLoop loop, ServerLimit limit, Runnable askOthersForRoom, Runnable retry) {
        this.loop = loop;
        this.limit = limit;
        this.askOthersForRoom = askOthersForRoom;
        this.retry = retry;
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
            askOthersForRoom.run();
        }
    }

    /** Whoever waited in this pool may have given up since: then the place is for the next loop in line. */
    private void placeMayBeFree() {
        waiting = false;
        retry.run();
        limit.passOn();
    }
}
