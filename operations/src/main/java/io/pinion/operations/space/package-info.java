/**
 * How much room shards take, and which moves would even it out. The one hard thing is to ask thousands of shards at
 * once without a load on clients: each pair's standby is asked, one question about all of its databases. What was
 * measured flows into {@code Rebalance}, which decides without I/O.
 */
@NullMarked
package io.pinion.operations.space;

import org.jspecify.annotations.NullMarked;
