package io.pinion.routing.catalog;

import java.util.Locale;
import java.util.Optional;

/**
 * The guarantee of a keyspace for a transaction on several of its shards, from the loosest to the strictest. A
 * transaction on several keyspaces has the strictest of their modes.
 */
public enum TransactionMode {
    /**
     * Each pair commits on its own, one after the other. When one of them fails, those before it stay committed, and
     * the error names them.
     */
    BEST_EFFORT,

    /** All pairs commit or none does, even when servers or the proxy crash in the middle: two-phase commit. */
    XA,

    /** A transaction works on one shard; a second one is refused. */
    SINGLE;

    /** The mode of a keyspace that states none. */
    public static final TransactionMode DEFAULT = BEST_EFFORT;

    /** The mode's word in the topology. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for an unknown word. */
    public static Optional<TransactionMode> of(String word) {
        for (TransactionMode mode : values()) {
            if (mode.word().equals(word)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }

    /** The mode of a transaction under both. */
    public TransactionMode strictest(TransactionMode other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
