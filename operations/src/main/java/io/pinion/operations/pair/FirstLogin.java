package io.pinion.operations.pair;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;

/**
 * The login of somebody who may make accounts, as an operator has typed it. It is never stored, logged or shown.
 *
 * @param hosts the hosts from which the accounts that it makes may log in: an address, or a pattern such as
 *     {@code 10.0.%}
 */
public record FirstLogin(String user, String password, String hosts) {
    /** Everywhere. */
    public static final String EVERYWHERE = "%";

    /** The account that stands for it. */
    static final String ACCOUNT = "using";

    public ServerLogin on(Server server, ServerAccess access) {
        return new ServerLogin(
                access.with(new Secrets(name -> password)), server, new Account(ACCOUNT, user, "env:PASSWORD"));
    }

    @Override
    public String toString() {
        return user;
    }
}
