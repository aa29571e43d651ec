package io.pinion.server.frontend;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a session whose client has begun a command and sends hardly anything more of it: the part received occupies
 * memory, and the session takes one of the limited places. A slow line is fine down to some hundred bytes a second.
 * Lives on the client's event loop.
 */
final class SlowCommand {
    /** The least bytes in one interval; otherwise a client could go on for ever with a byte now and then. */
    private static final int LEAST_BYTES = 16 * 1024;

    private final EventExecutor loop;
    private final long unsentMillis;
    private final LongSupplier receivedBytes;
    private final Runnable givenUp;

    private @Nullable Future<?> nextLook;
    private long receivedBefore;

    /** @param receivedBytes gives the number of all bytes received */
    SlowCommand(EventExecutor loop, long unsentMillis, LongSupplier receivedBytes, Runnable givenUp) {
        this.loop = loop;
        this.unsentMillis = unsentMillis;
        this.receivedBytes = receivedBytes;
        this.givenUp = givenUp;
    }

    /** @param unfinished whether a part of the next command has come, and the session waits for the rest */
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
