package io.pinion.operations.schema;

/** A shard and its present pair. */
record ShardPlace(int shard, String database, String pair) {
    @Override
    public String toString() {
        return "shard " + shard + " (" + pair + ")";
    }
}
