package io.pinion.config.source;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Asks ZooKeeper, and waits for an answer as long as a person would. Curator itself tries a ZooKeeper that stands still for most of a minute.
 */
public final class ZooKeeperDeadline {
    /** With what else a statement does, within ten seconds. */
    public static final Duration LIMIT = Duration.ofSeconds(8);

    private ZooKeeperDeadline() {}

    /**
     * Blocks.
     *
     * @param question goes on by itself when its answer comes too late
     * @throws Exception of the question
     * @throws TimeoutException with the limit
     */
    public static <T> T within(Callable<T> question) throws Exception {
        return within(question, answer -> {});
    }

    /** @param late takes an answer for which nobody waits any more */
    public static <T> T within(Callable<T> question, Consumer<T> late) throws Exception {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("pinion-zookeeper-question").start(() -> {
            try {
                answer.complete(question.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failed ? failed : e;
        } catch (TimeoutException e) {
            var unused = answer.thenAccept(late);
            throw new TimeoutException("no answer within " + LIMIT.toSeconds() + " s");
        } catch (InterruptedException e) {
            var unused = answer.thenAccept(late);
            throw e;
        }
    }
}
