package io.pinion.routing.catalog;

/**
 * A table of one shard whose AUTO_INCREMENT has reached {@link GlobalId#EXHAUSTED_FROM}.
 *
 * @param type of its ids
 */
public record ExhaustedTable(String keyspace, String table, int type, int shard) {}
