/**
 * COMMIT of a transaction that several pairs take part in: in two phases ({@link io.pinion.server.execution.commit.XaCommit}) or one
 * after the other ({@link io.pinion.server.execution.commit.BestEffortCommit}).
 *
 * <p>The one hard thing: a server that is lost between the two phases. The decision is a row that is written within the first
 * pair's part.
 */
@NullMarked
package io.pinion.server.execution.commit;

import org.jspecify.annotations.NullMarked;
