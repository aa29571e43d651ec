/**
 * COMMIT of a transaction over several pairs: in two phases ({@link io.pinion.server.execution.commit.XaCommit}) or one
 * pair after the other ({@link io.pinion.server.execution.commit.BestEffortCommit}).
 *
 * <p>The one hard thing: a server that is lost between the two phases. The decision is a row that the first pair's part
 * writes.
 */
@NullMarked
package io.pinion.server.execution.commit;

import org.jspecify.annotations.NullMarked;
