/**
 * The accounts that Pinion makes on servers for users with limited rights ("managed accounts"): one for each set of
 * rights, with exactly its grants.
 *
 * <p>Data flows from the topology to the servers: {@link io.pinion.operations.account.WantedGrants} computes the grants
 * that an account should have on a server, {@link io.pinion.operations.account.ServerAccounts} reads the accounts that
 * exist, {@link io.pinion.operations.account.AccountCheck} compares the two and returns the statements that end the
 * differences, {@link io.pinion.operations.account.AccountSyncs} runs them as an operation, and {@link
 * io.pinion.operations.account.AccountWatch} starts that whenever there is a difference.
 *
 * <p>The one hard thing: of several grants that match a database, a server applies only the most specific one.
 */
@NullMarked
package io.pinion.operations.account;

import org.jspecify.annotations.NullMarked;
