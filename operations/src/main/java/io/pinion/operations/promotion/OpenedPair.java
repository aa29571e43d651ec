package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;

/**
 * A pair whose primary takes writes.
 *
 * @param standby the state of its standby: {@code fenced}, {@code not reached} or {@code none}; after {@code fenced}
 *     possibly the note that it no longer replicates from the primary
 */
public record OpenedPair(Pair pair, String standby) {}
