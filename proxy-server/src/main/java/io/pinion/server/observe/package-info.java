/**
 * What the proxy says about itself: metrics, the slow query log, and pictures of pools, servers and sessions.
 *
 * <p>The data path tells {@link io.pinion.server.observe.StatementObserver}, {@link
 * io.pinion.server.observe.PoolObserver} and {@link io.pinion.server.observe.SessionObserver} what happened, on its event
 * loops, and fills the {@code …Snapshot} records when somebody asks. Nothing here knows a session, a pool or a plan, so
 * that the direction is always from the data path to this package. The one hard thing is the price: a statement costs a
 * few uncontended additions and no allocation that outlives it; everything else happens when metrics are read.
 *
 * <p>No literal, password or row ever appears in a metric or in the log: statements are named by their shape.
 */
@NullMarked
package io.pinion.server.observe;

import org.jspecify.annotations.NullMarked;
