package io.pinion.server.sequence;

import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.observe.LogKeys;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The source of numbers for all sequences in one proxy. A block of numbers lasts for many statements. While a thread
 * fetches the next block, statements wait: at most {@value #MOST_WAITING} for a sequence, and no longer than the
 * timeout. Thread-safe.
 */
public final class Sequences implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Sequences.class);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MOST_WAITING = 10_000;
    private static final int THREADS = 4;
    private static final long IDLE_THREAD_SECONDS = 30;
    private static final long AGAIN_MILLIS = 50;

    private final ServerAccess access;
    private final int block;
    private final Duration timeout;
    private final Map<Sequence, Numbers> sequences = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor threads;

    /** @param block the size of a block, at least 1 */
    public Sequences(ServerAccess access, int block) {
        this(access, block, TIMEOUT);
    }

    Sequences(ServerAccess access, int block, Duration timeout) {
        this.access = access;
        this.block = block;
        this.timeout = timeout;
        // At most one task for each sequence waits in the queue.
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_THREAD_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread made = new Thread(task, "pinion-sequences");
                    made.setDaemon(true);
                    return made;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Takes consecutive numbers.
     *
     * @param count how many, 0 to take none
     * @param largest the largest number that the statement's rows bring along, or 0. No proxy gives out this number or
     *     a smaller one from now on, except those left in blocks of other proxies
     * @param topology the latest, called on any thread
     * @return the first of the numbers; fails with {@link NoNumbers}. Completed at once or on another thread
     */
    public CompletionStage<Long> take(Supplier<Topology> topology, Sequence sequence, int count, long largest) {
        return sequences.computeIfAbsent(sequence, Numbers::new).take(topology, count, largest);
    }

    /**
     * Forgets numbers of keyspaces that aren't there, or whose rows still come from another database: one that comes back
     * under the same name has rows that know nothing of them.
     */
    public void adopted(Topology topology) {
        sequences
                .keySet()
                .removeIf(sequence ->
                        !(topology.keyspaces().get(sequence.keyspace()) instanceof Keyspace.Sharded keyspace)
                                || keyspace.isImporting());
    }

    /** The client's error when its rows get no numbers. */
    public static RoutePlan.Refused refusal(Sequence sequence, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String why =
                switch (cause) {
                    case NoNumbers no -> String.valueOf(no.getMessage());
                    case TimeoutException late ->
                        "its counter has given none for " + TIMEOUT.toSeconds()
                                + " s, as while the pair of the keyspace's lowest shard has no primary that takes writes,"
                                + " or while it is counted anew from all rows"
                                + " (SHOW PAIRS, SHOW OPERATIONS; the log tells more)";
                    default -> "Pinion made a mistake: " + cause;
                };
        return new RoutePlan.Refused(
                cause instanceof NoNumbers no ? no.code() : ErrorCode.UNKNOWN_ERROR.number(),
                ErrorCode.UNKNOWN_ERROR.sqlState(),
                "there is no number for a new row's " + sequence + ", so that nothing was written: " + why);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** A statement that waits for numbers. */
    private record Waiting(int count, long largest, CompletableFuture<Long> first) {}

    /** The numbers of one sequence; the fields are guarded by its lock. */
    private final class Numbers {
        private final Sequence sequence;
        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private NumberBlock left = NumberBlock.NONE;

        /** A lower bound of the counter's next number. */
        private long counterAt;

        private boolean asking;

        /** Whether the log has reported that the counter is away. */
        private volatile boolean away;

        Numbers(Sequence sequence) {
            this.sequence = sequence;
        }

        synchronized CompletionStage<Long> take(Supplier<Topology> topology, int count, long largest) {
            CompletableFuture<Long> first = new CompletableFuture<>();
            Waiting mine = new Waiting(count, largest, first);
            if (waiting.isEmpty() && serve(mine)) {
                return first;
            }
            if (waiting.size() >= MOST_WAITING) {
                first.completeExceptionally(new NoNumbers(MOST_WAITING + " statements wait for some already"));
                return first;
            }
            waiting.add(mine);
            ask(topology);
            return first.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        }

        /** Completes {@code next} if enough numbers are left; returns whether it did. */
        private boolean serve(Waiting next) {
            left = left.above(next.largest());
            boolean known = next.largest() == 0 || next.largest() < counterAt;
            if (!known || !left.has(next.count())) {
                return false;
            }
            long first = left.first();
            left = left.without(next.count());
            next.first().complete(first);
            return true;
        }

        private void ask(Supplier<Topology> topology) {
            if (!asking) {
                asking = true;
                threads.execute(() -> fill(topology));
            }
        }

        /** Retries as long as statements wait. */
        private void askLater(Supplier<Topology> topology, CounterAway why) {
            if (threads.isShutdown()) {
                failed(new NoNumbers("the proxy is stopping"));
                return;
            }
            if (!away) {
                away = true;
                log.atWarn()
                        .addKeyValue("sequence", sequence)
                        .addKeyValue(LogKeys.REASON, why.getMessage())
                        .log("Rows wait for numbers, for their counter can't be advanced now");
            }
            CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS, threads)
                    .execute(() -> fill(topology));
        }

        private void fill(Supplier<Topology> topology) {
            long floor;
            long wanted;
            synchronized (this) {
                waiting.removeIf(late -> late.first().isDone());
                if (waiting.isEmpty()) {
                    asking = false;
                    away = false;
                    return;
                }
                floor = counterAt;
                wanted = 0;
                for (Waiting next : waiting) {
                    floor = Math.max(floor, next.largest() + 1);
                    wanted += next.count();
                }
            }
            try {
                NumberBlock next = new Counter(topology.get(), access, sequence)
                        .take(Math.max(block, wanted), Math.max(1, floor), block);
                filled(topology, next);
            } catch (CounterAway comesBack) {
                askLater(topology, comesBack);
            } catch (NoNumbers failure) {
                failed(failure);
            } catch (RuntimeException mistake) {
                failed(mistake);
            }
        }

        private synchronized void filled(Supplier<Topology> topology, NumberBlock next) {
            asking = false;
            away = false;
            left = left.then(next);
            counterAt = next.end();
            while (!waiting.isEmpty() && serve(waiting.getFirst())) {
                waiting.removeFirst();
            }
            if (!waiting.isEmpty()) {
                ask(topology);
            }
        }

        private void failed(Exception failure) {
            List<Waiting> told;
            synchronized (this) {
                asking = false;
                away = false;
                told = new ArrayList<>(waiting);
                waiting.clear();
            }
            told.forEach(next -> next.first().completeExceptionally(failure));
        }
    }
}
