package io.pinion.operations.verify;

/** A shard, and where it lives. */
record ShardCopy(String keyspace, int shard, String database, String pair) {}
