/**
 * Statements that go to several servers at once, each shard's text through a pipeline of its server ({@link
 * io.pinion.server.execution.fanout.FanOutExecution}), and whose answers become one ({@link
 * io.pinion.server.execution.fanout.FanOutReply}): rows are merged, counts added, warnings listed in order.
 *
 * <p>The one hard thing: memory and order. Servers whose rows aren't next are not read on, and a failure stops the others.
 */
@NullMarked
package io.pinion.server.execution.fanout;

import org.jspecify.annotations.NullMarked;
