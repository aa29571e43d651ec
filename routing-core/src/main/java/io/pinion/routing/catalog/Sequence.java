package io.pinion.routing.catalog;

/**
 * The numbers of one column of one table, each given once over all shards and proxies.
 *
 * @param keyspace whose lowest shard keeps count
 */
public record Sequence(String keyspace, String table, String column) {
    /** The table with the counters, in a shard's own database so that it moves with its shard. */
    public static final String TABLE = "pinion_sequences";

    /** Under which name the counter is kept. */
    public String counter() {
        return table + "." + column;
    }

    /** For messages. */
    @Override
    public String toString() {
        return keyspace + "." + table + "." + column;
    }
}
