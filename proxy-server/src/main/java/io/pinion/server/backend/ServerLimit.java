package io.pinion.server.backend;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

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

    /** Takes one place; give it back with {@link #closed}. False when there is none. */
    boolean tryOpen() {
        int now = open.get();
        while (now < max) {
            if (open.compareAndSet(now, now + 1)) {
                return true;
            }
            now = open.get();
        }
        return false;
    }

    /** Gives back one place and tells the loop that has waited longest. */
    void closed() {
        open.decrementAndGet();
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
