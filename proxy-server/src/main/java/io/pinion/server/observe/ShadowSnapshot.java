package io.pinion.server.observe;

import java.util.Map;

/**
 * The shadow reads of statements of one shape.
 *
 * @param statement the shape
 * @param counts by outcome; an outcome that never came may be missing
 * @param oldNanos the mean time of the old database's answers
 * @param newNanos the mean time of the keyspace's answers
 * @param last the last difference, error or reason why nothing was compared; empty when all were the same
 */
public record ShadowSnapshot(
        String keyspace, String statement, Map<ShadowOutcome, Long> counts, long oldNanos, long newNanos, String last) {
    public ShadowSnapshot {
        counts = Map.copyOf(counts);
    }

    public long count(ShadowOutcome outcome) {
        return counts.getOrDefault(outcome, 0L);
    }

    public long asked() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
