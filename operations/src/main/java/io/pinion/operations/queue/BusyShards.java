package io.pinion.operations.queue;

import io.pinion.operations.server.sql.TableName;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Shards whose table was in use at each attempt: each attempt lets clients wait for a moment, so that the next ones come later
 * and later. Thread-safe.
 */
final class BusyShards {
    private static final int MOST_PASSES = 8;

    private final Map<TableName, Busy> shards = new ConcurrentHashMap<>();

    /**
     * @param passes that it is left alone for
     * @param left of them
     */
    private record Busy(int passes, int left, String problem) {}

    /** Called in each pass; why the shard is left alone in this one, if it is. */
    Optional<String> rests(TableName table) {
        Busy busy = shards.computeIfPresent(
                table, (same, before) -> new Busy(before.passes, before.left - 1, before.problem));
        return Optional.ofNullable(busy).filter(rest -> rest.left >= 0).map(Busy::problem);
    }

    void inUse(TableName table, String problem) {
        shards.compute(table, (same, before) -> {
            int passes = before == null ? 1 : Math.min(MOST_PASSES, 2 * before.passes);
            return new Busy(passes, passes, problem);
        });
    }

    void free(TableName table) {
        shards.remove(table);
    }
}
