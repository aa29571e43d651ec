package io.pinion.config.source;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits, without a thread, until this proxy runs with a topology that was written a moment ago. */
public final class AwaitGeneration {
    private static final long LOOK_EVERY_MILLIS = 20;

    /** Ten seconds in all: a proxy that has lost its source would wait forever. */
    private static final int LOOKS = 500;

    private AwaitGeneration() {}

    /** @return completed once {@code now} gives {@code generation} or a later one, or the timeout has passed */
    public static CompletionStage<Void> of(LongSupplier now, long generation) {
        return look(now, generation, 0);
    }

    private static CompletableFuture<Void> look(LongSupplier now, long generation, int looks) {
        if (now.getAsLong() >= generation || looks > LOOKS) {
            return CompletableFuture.completedFuture(null);
        }
        return CompletableFuture.runAsync(
                        () -> {},
                        // Not the common pool: on two cores it has one thread, which other work may block.
                        CompletableFuture.delayedExecutor(
                                LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS, Thread::startVirtualThread))
                .thenCompose(waited -> look(now, generation, looks + 1));
    }
}
