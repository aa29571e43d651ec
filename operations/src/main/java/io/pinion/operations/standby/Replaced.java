package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import java.time.Duration;

/**
 * A pair has another standby.
 *
 * @param pair as it is now
 * @param databases that the standby got; 0 when an earlier attempt had copied them
 * @param rows that were copied
 * @param generation of the topology that says so
 * @param note what is left to do, such as an old standby that still follows; empty when nothing is
 */
public record Replaced(Pair pair, int databases, long rows, Duration took, long generation, String note) {}
