package io.pinion.operations.server.replication;

/**
 * The position of a snapshot: it contains every transaction up to there, and none after.
 *
 * @param place in the binary log of the server that was read
 * @param position the same in GTIDs, which other servers understand
 */
public record SnapshotPlace(BinlogPlace place, Position position) {}
