package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;

/**
 * A pair whose primary takes writes.
 *
 * @param standby how its standby was found: {@code fenced}, {@code not reached} or {@code none}
 */
public record OpenedPair(Pair pair, String standby) {}
