package io.pinion.operations.space;

/**
 * What one shard takes on its pair, by the statistics that InnoDB keeps.
 *
 * @param tables with statistics
 * @param rows about as many
 * @param dataBytes of rows
 * @param indexBytes of secondary indexes
 */
public record ShardSpace(int shard, String pair, long tables, long rows, long dataBytes, long indexBytes) {}
