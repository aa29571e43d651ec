package io.pinion.server.frontend;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives a client up that has begun a command and hardly goes on with it: what has come occupies memory, and the session is
 * one of so many that there may be. Slow lines may be as slow as they like, down to some hundred bytes a second. Lives on
 * the client's event loop.
 */
final class SlowCommand {
    /** In so long as a look takes; a client that sends a byte now and then is none. */
    private static final int LEAST_BYTES = 16 * 1024;

    private final EventExecutor loop;
    private final long unsentMillis;
    private final LongSupplier receivedBytes;
    private final Runnable givenUp;

    private @Nullable Future<?> nextLook;
    private long receivedBefore;

    /** @param receivedBytes how many bytes have come in all */
    SlowCommand(EventExecutor loop, long unsentMillis, LongSupplier receivedBytes, Runnable givenUp) {
        this.loop = loop;
        this.unsentMillis = unsentMillis;
        this.receivedBytes = receivedBytes;
        this.givenUp = givenUp;
    }

    /** @param unfinished the next command could begin, but only a part of it has come */
    void note(boolean unfinished) {
        if (!unfinished) {
            stop();
        } else if (nextLook == null) {
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
        receivedBefore = receivedBytes.getAsLong();
        nextLook = loop.schedule(this::look, unsentMillis, TimeUnit.MILLISECONDS);
    }

    private void look() {
        nextLook = null;
        if (receivedBytes.getAsLong() - receivedBefore < LEAST_BYTES) {
            givenUp.run();
        } else {
            lookLater();
        }
    }
}
