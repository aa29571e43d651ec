package io.pinion.server.backend;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The limit of connections that all event loops together may have to one server. Thread-safe, and used only when a
 * connection is opened or closed, never for a statement.
 *
 * <p>Each loop is entitled to an equal share. While the limit is reached, a loop below its share may make another loop
 * close an idle connection; a loop above it waits for its own, so that connections don't move back and forth.
 */
public final class ServerLimit {
    private final int max;
    private final int fairShare;
    private final AtomicInteger open = new AtomicInteger();
    private final Queue<Runnable> starving = new ConcurrentLinkedQueue<>();

    /** @param max at least 1 */
    public ServerLimit(int max, int loops) {
        this.max = max;
        this.fairShare = Math.max(1, max / loops);
    }

    public int max() {
        return max;
    }

    public int fairShare() {
        return fairShare;
    }

    /** A place for one connection; null when there is none. */
    @Nullable
    ConnectionPlace tryTake() {
        int now = open.get();
        while (now < max) {
            if (open.compareAndSet(now, now + 1)) {
                return new ConnectionPlace(this);
            }
            now = open.get();
        }
        return null;
    }

    /** One place was given back: tells the loop that has waited longest. */
    void gaveBack() {
        int left = open.decrementAndGet();
        assert left >= 0 : "more places were given back than taken";
        passOn();
    }

    /** Tells the loop that has waited longest, if a place is free. */
    void passOn() {
        Runnable next = open.get() < max ? starving.poll() : null;
        if (next != null) {
            next.run();
        }
    }

    boolean isStarving() {
        return !starving.isEmpty();
    }

    /** @param retry run once, on any thread, when a place may be free; it must only hand over to its own loop */
    void tellWhenFree(Runnable retry) {
        starving.add(retry);
        if (open.get() < max && starving.remove(retry)) {
            retry.run();
        }
    }
}
