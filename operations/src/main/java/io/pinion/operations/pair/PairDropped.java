package io.pinion.operations.pair;

/**
 * A pair that the topology doesn't have any more.
 *
 * @param primary the name of its primary
 * @param standby the name of its standby; empty for none
 * @param generation of the topology without it
 * @param note what is left of it, for people
 */
public record PairDropped(String pair, String primary, String standby, long generation, String note) {}
