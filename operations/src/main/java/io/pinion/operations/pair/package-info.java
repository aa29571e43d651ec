/**
 * Makes pairs of servers, gives a pair of one its standby, and takes pairs out of the topology: {@code CREATE PAIR},
 * {@code ADD STANDBY}, {@code DROP PAIR}.
 *
 * <p>Data flows from a statement to the topology: {@link io.pinion.operations.pair.PairCheck} finds all that is in the
 * way before anything is done, {@link io.pinion.operations.pair.FirstAccounts} makes Pinion's accounts by the login of
 * the operator's statement, and then an operation of the journal goes on with Pinion's own login: the standby gets a
 * copy, follows and is compared as in {@link io.pinion.operations.standby}, and the topology gets the pair.
 *
 * <p>The one hard thing: the login of the statement is nowhere but in the memory of the proxy that was asked, so that
 * all that needs it is done before the operation is entered in the journal.
 */
@NullMarked
package io.pinion.operations.pair;

import org.jspecify.annotations.NullMarked;
