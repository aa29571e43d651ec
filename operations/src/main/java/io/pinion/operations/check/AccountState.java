package io.pinion.operations.check;

import io.pinion.config.topology.Account;
import io.pinion.operations.server.AccountRole;
import java.util.Optional;
import java.util.Set;

/** How a server takes the login of one of Pinion's accounts. */
sealed interface AccountState {
    /** @param reason in the server's words */
    record Refused(Account account, Optional<AccountRole> role, String reason) implements AccountState {}

    /** The login failed for another reason than the account: nobody knows whether it is as it should be. */
    record NotTried(Account account, String reason) implements AccountState {}

    /**
     * @param name {@code 'user'@'host'}
     * @param lacking the rights of its role that it doesn't have; empty for an account without a role, too
     */
    record LoggedIn(Account account, Optional<AccountRole> role, String name, Set<String> lacking)
            implements AccountState {
        public LoggedIn {
            lacking = Set.copyOf(lacking);
        }
    }
}
