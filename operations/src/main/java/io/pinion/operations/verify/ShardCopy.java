package io.pinion.operations.verify;

/** A shard of a pair. */
record ShardCopy(String keyspace, int shard, String database, String pair) {}
