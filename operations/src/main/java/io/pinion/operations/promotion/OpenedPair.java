package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;

/**
 * A pair whose primary takes writes.
 *
 * @param standby how its standby was found: {@code fenced}, {@code not reached} or {@code none}; behind {@code fenced}
 *     may follow     that it had to be parted from the primary
 */
public record OpenedPair(Pair pair, String standby) {}
