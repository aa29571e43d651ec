package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AwaitGenerationTest {
    @Test
    void itIsSeenWhileAllThreadsOfTheCommonPoolAreBusy() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        for (int thread = 0; thread < ForkJoinPool.getCommonPoolParallelism(); thread++) {
            ForkJoinPool.commonPool().execute(() -> await(busy));
        }
        try {
            AtomicLong generation = new AtomicLong();
            CompletableFuture<Void> adopted =
                    AwaitGeneration.of(generation::get, 1).toCompletableFuture();
            generation.set(1);

            adopted.get(5, TimeUnit.SECONDS);

            assertThat(adopted).isCompleted();
        } finally {
            busy.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
