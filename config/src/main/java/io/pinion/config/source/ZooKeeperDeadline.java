package io.pinion.config.source;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException;

/**
 * Asks ZooKeeper, and waits for an answer as long as a person would: Curator itself tries a ZooKeeper that stands still for most
 * of a minute. While it is silent, further questions wait for a moment only. Thread-safe.
 */
public final class ZooKeeperDeadline {
    /** With what else a statement does, it answers within ten seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(7);

    private static final Duration WHILE_SILENT = Duration.ofSeconds(1);

    /** A question has had no answer in time, and none has had one since. */
    private volatile boolean silent;

    /**
     * Blocks.
     *
     * @param question goes on by itself when its answer comes too late
     * @throws Exception of the question
     * @throws TimeoutException with the limit
     */
    public <T> T within(Callable<T> question) throws Exception {
        return within(question, answer -> {});
    }

    /** @param late takes an answer that has come behind the limit */
    public <T> T within(Callable<T> question, Consumer<T> late) throws Exception {
        Duration limit = silent ? WHILE_SILENT : LIMIT;
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("pinion-zookeeper-question").start(() -> answer(question, answer));
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failed ? failed : e;
        } catch (TimeoutException e) {
            silent = true;
            var unused = answer.thenAccept(late);
            throw new TimeoutException("no answer within " + limit.toSeconds() + " s");
        } catch (InterruptedException e) {
            var unused = answer.thenAccept(late);
            throw e;
        }
    }

    private <T> void answer(Callable<T> question, CompletableFuture<T> answer) {
        try {
            answer.complete(question.call());
            silent = false;
        } catch (Exception e) {
            if (!(e instanceof KeeperException.ConnectionLossException)) {
                silent = false;
            }
            answer.completeExceptionally(e);
        }
    }
}
