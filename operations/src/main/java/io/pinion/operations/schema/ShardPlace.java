package io.pinion.operations.schema;

/** A shard, where it lives now. */
record ShardPlace(int shard, String database, String pair) {
    @Override
    public String toString() {
        return "shard " + shard + " (" + pair + ")";
    }
}
