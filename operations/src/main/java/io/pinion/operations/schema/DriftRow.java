package io.pinion.operations.schema;

/** Something that a shard has otherwise than the reference shard of its keyspace. */
public record DriftRow(String keyspace, String table, int shard, String pair, String difference) {}
