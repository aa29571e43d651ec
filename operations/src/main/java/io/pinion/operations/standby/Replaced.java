package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import java.time.Duration;

/**
 * The result of a replacement: a pair with a new standby.
 *
 * @param pair with the new standby
 * @param databases the number of copied databases; 0 when an earlier attempt had copied them
 * @param rows the number of copied rows
 * @param generation of the topology with the new standby
 * @param note what is left to do, such as an old standby that still replicates; empty for nothing
 */
public record Replaced(Pair pair, int databases, long rows, Duration took, long generation, String note) {}
