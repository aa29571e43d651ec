package io.pinion.operations.queue;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.OperationRefused;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock that the threads of one run hold together, each for its turn, as they change the same table on several pairs. When
 * it has been held for a while, it is left for a moment, so that others who wait for the table get it. Thread-safe; blocks.
 *
 * @param <H> the lock, and what is known as long as it is held
 */
final class SharedLock<H> {
    /** Less than others wait for it. */
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** Others try again each 0.1 s. */
    private static final Duration FREE = Duration.ofMillis(300);

    private static final long LOOK_EVERY_MILLIS = 20;

    private final Taking<H> taking;
    private final Consumer<H> release;
    private @Nullable H held;
    private int users;

    /** Since when it wasn't free for long enough. */
    private long begun;

    /** When the last user has left it. */
    private long left;

    /** Takes the lock; empty when others have it. */
    @FunctionalInterface
    interface Taking<H> {
        Optional<H> take() throws OperationRefused, StoreUnavailable;
    }

    SharedLock(Taking<H> taking, Consumer<H> release) {
        this.taking = taking;
        this.release = release;
        this.begun = System.nanoTime();
        this.left = begun - FREE.toNanos();
    }

    /** Joins those who hold it, or takes it; whoever has got it leaves it. Empty when others have it. */
    synchronized Optional<H> join() throws OperationRefused, StoreUnavailable {
        awaitOthers();
        if (users == 0) {
            if (wasFree()) {
                begun = System.nanoTime();
            }
            held = taking.take().orElse(null);
        }
        if (held != null) {
            users++;
        }
        return Optional.ofNullable(held);
    }

    private boolean isForOthers() {
        boolean old = System.nanoTime() - begun > LONGEST.toNanos();
        return old && (users > 0 || !wasFree());
    }

    private boolean wasFree() {
        return System.nanoTime() - left >= FREE.toNanos();
    }

    /** A turn that copies many rows isn't waited for. */
    private synchronized void awaitOthers() throws OperationRefused {
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            while (isForOthers() && System.nanoTime() - end < 0) {
                wait(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused("interrupted while another turn was waited for");
        }
    }

    synchronized void leave() {
        users--;
        if (users == 0 && held != null) {
            H last = held;
            held = null;
            left = System.nanoTime();
            release.accept(last);
        }
    }
}
