package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import java.time.Duration;

/**
 * A pair that the topology has from now on.
 *
 * @param databases the number of databases that the standby got; 0 when an earlier attempt had copied them
 * @param rows the number of copied rows
 * @param generation of the topology with the pair
 * @param note what somebody should see to; empty for nothing
 */
public record PairMade(Pair pair, int databases, long rows, Duration took, long generation, String note) {}
