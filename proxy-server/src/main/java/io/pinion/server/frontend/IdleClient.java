package io.pinion.server.frontend;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a session whose client sends no command for too long, as servers do after {@code wait_timeout}. Checks only
 * every few seconds, since the limit may change and most clients are far from it. Lives on the client's event loop.
 */
final class IdleClient {
    private static final long LOOK_MILLIS = 15_000;

    private final EventExecutor loop;
    private final LongSupplier limitMillis;
    private final LongSupplier idleMillis;
    private final Runnable tooLong;

    private @Nullable Future<?> nextLook;

    /** @param idleMillis gives the time since the last command; 0 while a command runs */
    IdleClient(EventExecutor loop, LongSupplier limitMillis, LongSupplier idleMillis, Runnable tooLong) {
        this.loop = loop;
        this.limitMillis = limitMillis;
        this.idleMillis = idleMillis;
        this.tooLong = tooLong;
    }

    void watch() {
        if (nextLook == null) {
            lookLater();
        }
    }

    /** The limit may have changed; moves the next check forward if it would come too late. */
    void limitMayBeOther() {
        if (nextLook != null && limitMillis.getAsLong() < LOOK_MILLIS) {
            stop();
            lookLater();
        }
    }

    void stop() {
        Future<?> planned = nextLook;
        if (planned != null) {
            planned.cancel(false);
            nextLook = null;
        }
    }

    private void lookLater() {
        long leftMillis = limitMillis.getAsLong() - idleMillis.getAsLong();
        nextLook = loop.schedule(this::look, Math.clamp(leftMillis, 1, LOOK_MILLIS), TimeUnit.MILLISECONDS);
    }

    private void look() {
        nextLook = null;
        if (idleMillis.getAsLong() < limitMillis.getAsLong()) {
            lookLater();
        } else {
            tooLong.run();
        }
    }
}
