package io.pinion.operations.server;

import io.pinion.operations.server.sql.SqlText;

/**
 * An account to create on a server.
 *
 * @param host the hosts that may log in: an address, or a pattern such as {@code 10.0.%}
 */
public record ServerAccount(AccountRole role, String user, String host, String password) {
    /** The account of {@code role} under its usual name. */
    public static ServerAccount of(AccountRole role, String host, String password) {
        return new ServerAccount(role, role.userName(), host, password);
    }

    /** {@code 'user'@'host'} */
    public String quotedName() {
        return SqlText.quote(user) + "@" + SqlText.quote(host);
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return role + " " + user + "@" + host;
    }
}
