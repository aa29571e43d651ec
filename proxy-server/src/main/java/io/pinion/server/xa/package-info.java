/**
 * What is left of two-phase commits when a proxy, a server or a connection dies in the middle of one: branches that have
 * promised to commit and wait to be told. Any proxy of the cluster can tell them, because the outcome is written on the
 * transaction's home pair, in a row that was committed with the transaction there. Blocking JDBC on a thread of its own.
 *
 * <p>The hard thing is the proxy that isn't dead but slow: so who rolls a branch back writes that down first, under the same
 * key as the decision to commit. Whichever row comes first is the truth.
 *
 * <p>Branches of clients are nothing of that; they are only listed here, for {@code XA RECOVER}.
 */
@NullMarked
package io.pinion.server.xa;

import org.jspecify.annotations.NullMarked;
