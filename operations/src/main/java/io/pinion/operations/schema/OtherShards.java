package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.schema.ShardStep.Result;
import io.pinion.routing.definition.SchemaChange.Action;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Changes the shards behind the first, some at a time on each pair. The journal names a shard before anything is done
 * there. Its threads end before their next shard when the attempt must end.
 */
final class OtherShards {
    /** More would make a server's clients wait: a table is rebuilt, or its disk written, for each. */
    private static final int AT_ONCE_PER_PAIR = 2;

    /** How many shards are entered as begun by one write. */
    private static final int ENTERED_AT_ONCE = 8;

    /** So many that the reason is a common one. */
    private static final int MOST_FAILURES = 20;

    private static final int LONGEST_REASON = 300;

    private final ShardStep step;
    private final Action action;
    private final Executor workers;
    private final RunningOperation operation;
    private final MaintenanceAnswer answer;
    private final ShardSet doubtful;
    private final AtomicInteger failures = new AtomicInteger();

    /** The first reason for which a thread has ended the attempt; null while there is none. */
    private final AtomicReference<@Nullable OperationRefused> ended = new AtomicReference<>();

    /** @param doubtful the shards where an earlier attempt may have run it */
    OtherShards(
            ShardStep step,
            Action action,
            Executor workers,
            RunningOperation operation,
            MaintenanceAnswer answer,
            ShardSet doubtful) {
        this.step = step;
        this.action = action;
        this.workers = workers;
        this.operation = operation;
        this.answer = answer;
        this.doubtful = doubtful;
    }

    /** Returns when nothing runs any more, with the reason if the attempt must end early. */
    Optional<OperationRefused> run(List<ShardPlace> places) {
        Map<String, Queue<ShardPlace>> byPair = new LinkedHashMap<>();
        places.forEach(place -> byPair.computeIfAbsent(place.pair(), pair -> new ConcurrentLinkedQueue<>())
                .add(place));
        List<CompletableFuture<Void>> running = new ArrayList<>();
        byPair.values().forEach(ofPair -> {
            int threads = Math.min(AT_ONCE_PER_PAIR, ofPair.size());
            for (int i = 0; i < threads; i++) {
                running.add(CompletableFuture.runAsync(() -> work(ofPair), workers));
            }
        });
        for (CompletableFuture<Void> worker : running) {
            try {
                worker.join();
            } catch (CompletionException e) {
                end(new OperationRefused("an error of Pinion's own: " + e.getCause()));
            }
        }
        return Optional.ofNullable(ended.get());
    }

    /** One thread: until its pair's shards are done, its server is away, or the attempt must end. */
    private void work(Queue<ShardPlace> ofPair) {
        ShardPlace any = ofPair.peek();
        if (any == null || !mayGoOn()) {
            return;
        }
        try (ShardConnection connection = step.open(any)) {
            List<ShardPlace> next = next(ofPair);
            while (!next.isEmpty() && mayGoOn() && work(connection, next)) {
                next = next(ofPair);
            }
        } catch (SQLException e) {
            ShardPlace next = ofPair.poll();
            if (next != null) {
                failed(next, next + ": " + e.getMessage(), false);
            }
        } catch (OperationRefused e) {
            end(e);
        }
    }

    private static List<ShardPlace> next(Queue<ShardPlace> ofPair) {
        List<ShardPlace> next = new ArrayList<>();
        for (ShardPlace place = ofPair.poll(); place != null; place = ofPair.poll()) {
            next.add(place);
            if (next.size() == ENTERED_AT_ONCE) {
                break;
            }
        }
        return next;
    }

    /** @return false when the server can't be reached any more, or the attempt must end */
    private boolean work(ShardConnection connection, List<ShardPlace> places) throws OperationRefused {
        operation.update(progress -> progress.withBegun(shards(places)));
        for (int i = 0; i < places.size(); i++) {
            boolean mayGoOn = mayGoOn();
            if (!mayGoOn || !change(connection, places.get(i))) {
                List<Integer> untouched = new ArrayList<>(shards(places.subList(mayGoOn ? i + 1 : i, places.size())));
                untouched.removeIf(doubtful::has);
                operation.later(progress -> progress.withoutBegun(untouched));
                return false;
            }
        }
        return true;
    }

    private static List<Integer> shards(List<ShardPlace> places) {
        return places.stream().map(ShardPlace::shard).toList();
    }

    private boolean change(ShardConnection connection, ShardPlace place) {
        boolean inDoubt = doubtful.has(place.shard());
        return switch (step.run(connection, place, inDoubt)) {
            case Result.Done(var rows) -> {
                answer.add(place, rows);
                operation.later(progress -> progress.withDone(place.shard()));
                yield true;
            }
            case Result.Refused(int code, String sqlState, String message) -> {
                failures.incrementAndGet();
                // What was in doubt before stays so, unless it was looked at.
                boolean untouched = action != Action.TRUNCATE || !inDoubt;
                failed(place, place + ": " + message + " (" + code + ")", untouched);
                yield true;
            }
            case Result.Unknown(String message) -> {
                failed(place, place + ": the connection broke, so that it may have run: " + message, false);
                yield false;
            }
        };
    }

    /** @param untouched whether it certainly hasn't run there */
    private void failed(ShardPlace place, String reason, boolean untouched) {
        String told = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
        operation.later(progress -> {
            Progress failed = progress.withFailed(place.shard(), told);
            return untouched ? failed.withoutBegun(List.of(place.shard())) : failed;
        });
    }

    private boolean mayGoOn() {
        if (ended.get() != null || failures.get() >= MOST_FAILURES) {
            return false;
        }
        try {
            operation.requireMayGoOn();
            return true;
        } catch (OperationRefused e) {
            end(e);
            return false;
        }
    }

    private void end(OperationRefused why) {
        ended.compareAndSet(null, why);
    }
}
