/**
 * Shadow reads: while a database is being imported, a share of its clients' reads is asked once more of the database,
 * and of the keyspace as it is after the hand-over, and the answers are compared.
 *
 * <p>The one hard thing is that both sides change all the time, the keyspace a little later: only a difference that
 * stays while the database's own answer stays the same is one. {@link io.pinion.server.shadow.ShadowTries} decides that
 * without I/O.
 *
 * <p>A session offers a text to {@link io.pinion.server.shadow.ShadowReads} behind its answer; a worker asks both sides
 * by a {@link io.pinion.server.shadow.ShadowSession} each, which plans and executes like a client's session;
 * {@link io.pinion.server.shadow.ShadowStatistics} counts the outcomes by the statement's shape.
 */
@NullMarked
package io.pinion.server.shadow;

import org.jspecify.annotations.NullMarked;
