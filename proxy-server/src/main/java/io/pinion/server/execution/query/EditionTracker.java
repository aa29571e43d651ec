package io.pinion.server.execution.query;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Counts the statements and open transactions of one event loop by the edition of the topology ({@code
 * ClusterSnapshot#edition}) that they run under. A proxy may report that it serves an edition only when nothing runs
 * under an older one: the operation that moves a shard relies on it.
 *
 * <p>A statement counts from its planning until its client has its answer: a statement of many steps through all of
 * them, final writes included, and each statement of a text by itself. A transaction counts from its first statement
 * that touches data until its end, COMMIT and ROLLBACK included. A statement that waits for a shard ({@code StatementWait})
 * doesn't count, so that the operation which releases the shard needn't wait for it. Its open transaction then counts
 * for the next edition, if no shard of the transaction moves.
 *
 * <p>Internal queries on a session's connection after a statement count as well ({@link InternalQueryTracker}).
 *
 * <p>The following doesn't count, so that only a fence on the old server ends it: work of a server for an abandoned
 * statement (the client is gone, the statement was killed, the connection was lost); the second phase of a commit that
 * {@code XaRecovery} has to finish; XA and LOCK TABLES of clients, outside of {@code BEGIN}; the counters of sequences,
 * which run on threads of their own; changes of schemas, which are operations with locks of their own.
 *
 * <p>Not thread-safe; lives on the loop.
 */
public final class EditionTracker {
    private final TreeMap<Long, Integer> older = new TreeMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private long current;
    private int underCurrent;

    private record Waiter(long edition, CompletableFuture<Void> ended) {}

    public EditionTracker(long edition) {
        this.current = edition;
    }

    /** A statement is planned under this edition; {@link #end} must follow. */
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
            assert underCurrent >= 0 : "a statement ended twice";
            return;
        }
        int left = older.merge(edition, -1, Integer::sum);
        assert left >= 0 : "a statement ended twice";
        if (left == 0) {
            older.remove(edition);
            tell();
        }
    }

    /**
     * Makes this edition the current one for planning.
     *
     * @return completed on the loop once nothing runs under an older one, however long that takes
     */
    public CompletionStage<Void> adopt(long edition) {
        if (edition != current) {
            if (underCurrent > 0) {
                older.put(current, underCurrent);
            }
            current = edition;
            // A statement under the new edition may have begun just before, as the successor of one that the new
            // topology refused.
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
