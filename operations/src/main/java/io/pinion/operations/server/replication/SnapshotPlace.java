package io.pinion.operations.server.replication;

/**
 * Where a snapshot stands: it has every transaction up to there, and none behind.
 *
 * @param place in the binary log of the server that was read
 * @param position the same, as other servers understand it
 */
public record SnapshotPlace(BinlogPlace place, Position position) {}
