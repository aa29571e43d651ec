package io.pinion.operations.verify;

/** The shards to verify. */
public sealed interface VerifyScope {
    /** Open shards of a keyspace, both bounds included. */
    record Shards(String keyspace, int first, int last) implements VerifyScope {
        public Shards {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException(first + "-" + last + " is no range of shards");
            }
        }
    }

    /** All open shards of a keyspace. */
    record Keyspace(String name) implements VerifyScope {}

    /** The shards of all keyspaces that live on a pair. */
    record Pair(String name) implements VerifyScope {}
}
