/**
 * Statements that go to several servers at once. Each shard's text goes through its server's pipeline ({@link
 * io.pinion.server.execution.fanout.FanOutExecution}), and the answers become one ({@link
 * io.pinion.server.execution.fanout.FanOutReply}): rows are merged, counts added, warnings listed in order.
 *
 * <p>The one hard thing: memory and order. Servers whose rows aren't next are paused, and a failure stops the others. Rows that
 * are complete all at once, as sorted ones are, go out in slices ({@link io.pinion.server.execution.fanout.RowSlices}): others
 * wait for the event loop.
 */
@NullMarked
package io.pinion.server.execution.fanout;

import org.jspecify.annotations.NullMarked;
