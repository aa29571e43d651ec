package io.pinion.operations.schema;

/** A difference between a shard and the reference shard of its keyspace. */
public record DriftRow(String keyspace, String table, int shard, String pair, String difference) {}
