package io.pinion.server.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Which generations of the topology statements of one event loop are under, and transactions that stay where they are. A
 * proxy may say that it serves a generation only when nothing is under an older one: who moves a shard relies on it.
 *
 * <p>Not thread-safe; lives on the loop.
 */
public final class CatalogUses {
    private final TreeMap<Long, Integer> older = new TreeMap<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private long current;
    private int underCurrent;

    private record Waiter(long generation, CompletableFuture<Void> ended) {}

    CatalogUses(long generation) {
        this.current = generation;
    }

    /** Something is planned under this generation; {@link #end} must follow. */
    public void begin(long generation) {
        if (generation == current) {
            underCurrent++;
        } else {
            older.merge(generation, 1, Integer::sum);
        }
    }

    public void end(long generation) {
        if (generation == current) {
            underCurrent--;
        } else if (older.merge(generation, -1, Integer::sum) == 0) {
            older.remove(generation);
            tell();
        }
    }

    /**
     * From now on this generation is planned with.
     *
     * @return completed on the loop once nothing is under an older one, however long that takes
     */
    CompletionStage<Void> adopt(long generation) {
        if (generation != current) {
            if (underCurrent > 0) {
                older.put(current, underCurrent);
            }
            current = generation;
            underCurrent = 0;
        }
        Waiter waiter = new Waiter(generation, new CompletableFuture<>());
        waiters.add(waiter);
        tell();
        return waiter.ended();
    }

    private void tell() {
        long oldest = older.isEmpty() ? current : older.firstKey();
        List<Waiter> over =
                waiters.stream().filter(waiter -> waiter.generation() <= oldest).toList();
        waiters.removeAll(over);
        over.forEach(waiter -> waiter.ended().complete(null));
    }
}
