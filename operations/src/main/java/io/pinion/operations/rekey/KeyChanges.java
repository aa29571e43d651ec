package io.pinion.operations.rekey;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.UserStatements.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Gives keys of one shard their new ones, some at a time. Blocks; for one thread. */
final class KeyChanges implements AutoCloseable {
    static final int AT_A_TIME = 4;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(100);

    /** ER_LOCK_WAIT_TIMEOUT and ER_LOCK_DEADLOCK. */
    private static final Set<Integer> LOCKED = Set.of(1205, 1213);

    private final RunningOperation operation;
    private final RekeySession session;
    private final ExecutorService workers = Executors.newFixedThreadPool(
            AT_A_TIME, Thread.ofPlatform().daemon().name("pinion-rekey-", 0).factory());

    KeyChanges(RunningOperation operation, RekeySession session) {
        this.operation = operation;
        this.session = session;
    }

    void make(RekeyTexts texts, List<NewKey> keys, RekeyTally tally) throws OperationRefused {
        List<Callable<Void>> all = new ArrayList<>();
        for (NewKey key : keys) {
            if (!key.isTheOld(texts.columns().isNumber())) {
                all.add(() -> {
                    make(texts, key, tally);
                    return null;
                });
            }
        }
        try {
            for (Future<Void> one : workers.invokeAll(all)) {
                one.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyStopping();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof OperationRefused refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void make(RekeyTexts texts, NewKey key, RekeyTally tally) throws OperationRefused {
        String now = key.now();
        if (now == null || (texts.columns().isNumber() && !NewKey.isWholeNumber(now))) {
            tally.left(key, "it is no key");
            return;
        }
        operation.requireMayGoOn();
        String change = texts.change(key.old(), key.bytes(), now);
        long until = System.nanoTime() + PATIENCE.toNanos();
        Answer answer = session.change(change);
        while (isLocked(answer) && System.nanoTime() - until < 0) {
            operation.pause(PAUSE);
            answer = session.change(change);
        }
        switch (answer) {
            case Answer.Changed(long rows) when rows > 0 -> tally.changed(rows);
            case Answer.Refused refused -> tally.left(key, refused.message());
            default -> tally.left(key, "its rows are gone, or on another shard than their key says");
        }
    }

    private static boolean isLocked(Answer answer) {
        return answer instanceof Answer.Refused refused && LOCKED.contains(refused.code());
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
