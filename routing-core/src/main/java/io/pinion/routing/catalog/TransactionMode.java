package io.pinion.routing.catalog;

import java.util.Locale;
import java.util.Optional;

/**
 * What a keyspace promises of a transaction that works on several of its shards, from the loosest to the strictest: where a
 * transaction works on several keyspaces, the strictest of them holds for all of it.
 */
public enum TransactionMode {
    /**
     * Each pair commits on its own, one after the other. When one of them fails, those before it stay committed, and the
     * error names them.
     */
    BEST_EFFORT,

    /** All pairs commit or none does, also when servers or the proxy die in the middle: two-phase commit. */
    XA,

    /** A transaction works on one shard; a second one is refused. */
    SINGLE;

    /** What a keyspace has that says nothing else. */
    public static final TransactionMode DEFAULT = BEST_EFFORT;

    /** As the topology writes it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty when there is no mode of this name. */
    public static Optional<TransactionMode> of(String word) {
        for (TransactionMode mode : values()) {
            if (mode.word().equals(word)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    /** The one that holds for a transaction under both. */
    public TransactionMode strictest(TransactionMode other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
