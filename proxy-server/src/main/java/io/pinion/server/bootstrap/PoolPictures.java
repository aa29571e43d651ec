package io.pinion.server.bootstrap;

import io.pinion.server.PinionServer;
import io.pinion.server.observe.PoolSnapshot;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Waits for the event loops to say how their pools are, for the threads that may wait. */
final class PoolPictures {
    private static final long WAIT_SECONDS = 2;

    private PoolPictures() {}

    /** Empty when they don't answer in time: metrics without pools are better than none. */
    static List<PoolSnapshot> of(PinionServer server) {
        try {
            return server.pools()
                    .toCompletableFuture()
                    .completeOnTimeout(List.of(), WAIT_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            return List.of();
        }
    }
}
