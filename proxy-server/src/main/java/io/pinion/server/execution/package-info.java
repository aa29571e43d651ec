/**
 * Acts on plans: leases a connection, tells it what the session has set, sends the statement and passes the answer on.
 *
 * <p>{@link io.pinion.server.execution.PlanExecutor} switches on the plan; {@link
 * io.pinion.server.execution.ServerStatement} is the way of one text to one server and back. The one hard thing: what is
 * known of a connection after its answer decides whether it goes back to the pool, stays with the session, or is closed.
 */
@NullMarked
package io.pinion.server.execution;

import org.jspecify.annotations.NullMarked;
