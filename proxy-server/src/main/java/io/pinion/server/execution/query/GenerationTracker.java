package io.pinion.server.execution.query;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Which editions of the topology ({@code ClusterSnapshot#edition}) statements of one event loop are under, and transactions that stay
 * where they are. A proxy may say that it serves an edition only when nothing is under an older one: who moves a shard relies on it.
 *
 * <p>Under an edition is a statement from when it is planned until its client has its answer: one of many steps through
 * all of them, those that write last of all included, and each statement of a text by itself; and a transaction from its
 * first statement that touches anything until it has ended, COMMIT and ROLLBACK included. A statement that waits for a shard
 * ({@code ShardWait}) is under none, so that nobody waits for it who must release the shard; when its transaction is open,
 * that is taken along to the next edition where nothing of it moves.
 *
 * <p>Also what a session's connection is asked behind a statement ({@link InternalQueryTracker}).
 *
 * <p>Not counted, so that only a fence on the old server ends it: what a server still does for a statement that was given up
 * (its client is gone, it was killed, its connection was lost); the second phase of a commit that {@code XaRecovery} has
 * to finish; XA and LOCK TABLES of clients' own, outside of {@code BEGIN}; the counters of sequences, which are advanced on
 * threads of their own; changes of schemas, which are operations with locks of their own.
 *
 * <p>Not thread-safe; lives on the loop.
 */
public final class GenerationTracker {
    private final TreeMap<Long, Integer> older = new TreeMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private long current;
    private int underCurrent;

    private record Waiter(long edition, CompletableFuture<Void> ended) {}

    public GenerationTracker(long edition) {
        this.current = edition;
    }

    /** Something is planned under this edition; {@link #end} must follow. */
    public void begin(long edition) {
        if (edition == current) {
            underCurrent++;
        } else {
            older.merge(edition, 1, Integer::sum);
        }
    }

    public void end(long edition) {
        if (edition == current) {
            underCurrent--;
        } else if (older.merge(edition, -1, Integer::sum) == 0) {
            older.remove(edition);
            tell();
        }
    }

    /**
     * From now on this edition is planned with.
     *
     * @return completed on the loop once nothing is under an older one, however long that takes
     */
    public CompletionStage<Void> adopt(long edition) {
        if (edition != current) {
            if (underCurrent > 0) {
                older.put(current, underCurrent);
            }
            current = edition;
            // What was refused because of the new topology may have had a successor in the same moment.
            Integer begunAhead = older.remove(edition);
            underCurrent = begunAhead == null ? 0 : begunAhead;
        }
        Waiter waiter = new Waiter(edition, new CompletableFuture<>());
        waiters.add(waiter);
        tell();
        return waiter.ended();
    }

    private void tell() {
        long oldest = older.isEmpty() ? current : older.firstKey();
        List<Waiter> over =
                waiters.stream().filter(waiter -> waiter.edition() <= oldest).toList();
        waiters.removeAll(over);
        over.forEach(waiter -> waiter.ended().complete(null));
    }
}
