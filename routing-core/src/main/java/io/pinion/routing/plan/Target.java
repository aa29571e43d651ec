package io.pinion.routing.plan;

/**
 * One database on one pair: a shard of a keyspace, or the database of a single keyspace.
 *
 * @param pair the pair's name; execution finds its primary in the running topology
 * @param database the physical database, such as {@code db03429}
 */
public record Target(String pair, String database) {
    @Override
    public String toString() {
        return pair + " " + database;
    }
}
