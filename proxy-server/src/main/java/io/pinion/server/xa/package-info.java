/**
 * Recovery of two-phase commits after a proxy, a server or a connection dies in the middle of one: prepared branches
 * wait for XA COMMIT or XA ROLLBACK. Any proxy of the cluster can send it, because the outcome is stored on the
 * transaction's home pair, in a row that was committed with the transaction there. Blocking JDBC on a thread of its
 * own.
 *
 * <p>The hard thing is a proxy that isn't dead but slow. So before a branch is rolled back, recovery writes this
 * decision under the same key as a decision to commit. Whichever row is written first decides.
 *
 * <p>Recovery leaves the branches of clients alone; {@link io.pinion.server.xa.ClientBranches} only lists them for
 * {@code XA RECOVER}.
 */
@NullMarked
package io.pinion.server.xa;

import org.jspecify.annotations.NullMarked;
