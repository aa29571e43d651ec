/**
 * The accounts on servers that Pinion makes for users with fewer rights than all: one for each set of rights, with exactly its
 * grants.
 *
 * <p>{@link io.pinion.operations.account.WantedGrants} says what an account should have on a server, {@link
 * io.pinion.operations.account.ServerAccounts} what it has, {@link io.pinion.operations.account.AccountCheck} what the
 * difference is and which statements end it, {@link io.pinion.operations.account.AccountSync} runs them as an operation, and
 * {@link io.pinion.operations.account.AccountWatch} has that done whenever there is a difference. The hard thing is that of
 * several grants on databases a server goes by the one whose name fits best, and by that alone.
 */
@NullMarked
package io.pinion.operations.account;

import org.jspecify.annotations.NullMarked;
