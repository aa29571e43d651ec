package io.pinion.routing.catalog;

/**
 * The numbers of one column of one table, each given once over all shards and proxies.
 *
 * @param keyspace its lowest shard holds the counter
 */
public record Sequence(String keyspace, String table, String column) {
    /** The table of the counters, in a shard's own database so that it moves with its shard. */
    public static final String TABLE = "pinion_sequences";

    /** The name of the counter. */
    public String counter() {
        return table + "." + column;
    }

    /** For messages. */
    @Override
    public String toString() {
        return keyspace + "." + table + "." + column;
    }
}
