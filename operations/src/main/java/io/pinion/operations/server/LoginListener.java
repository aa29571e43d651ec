package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Server;

/** Is told how servers take the logins of Pinion's own accounts, on any thread. Must not block. */
public interface LoginListener {
    /** For whoever tells people of a refusal himself. */
    LoginListener NONE = new LoginListener() {};

    default void loggedIn(Server server, Account account) {}

    /** The account has another password there, is locked, or isn't there. */
    default void denied(Server server, Account account, int errorCode) {}
}
