/**
 * Observability of the proxy: metrics, the slow query log, and snapshots of pools, servers and sessions.
 *
 * <p>The data path reports events to {@link io.pinion.server.observe.StatementObserver},
 * {@link io.pinion.server.observe.PoolObserver} and {@link io.pinion.server.observe.SessionObserver} on its event
 * loops, and fills the {@code …Snapshot} records on request. Nothing here knows a session, a pool or a plan, so
 * dependencies always go from the data path to this package. The one hard thing is the cost: a statement costs a few
 * uncontended additions and no allocation that outlives it; all other work happens when metrics are read.
 *
 * <p>One package of more than thirty files, because they are small leaves of one kind: counters, and the records that
 * carry numbers to them or to an operator. Few build on another, so packages inside would only sort them.
 *
 * <p>No literal, password or row ever appears in a metric or in the log: statements are named by their shape.
 */
@NullMarked
package io.pinion.server.observe;

import org.jspecify.annotations.NullMarked;
