package io.pinion.server.backend;

import java.util.Set;

/** The login errors that say that the server works but doesn't let this account in. */
public final class LoginRefusals {
    /**
     * ER_DBACCESS_DENIED_ERROR, ER_ACCESS_DENIED_ERROR, ER_TOO_MANY_USER_CONNECTIONS, ER_USER_LIMIT_REACHED,
     * ER_ACCESS_DENIED_NO_PASSWORD_ERROR, ER_MUST_CHANGE_PASSWORD_LOGIN, and ER_ACCOUNT_HAS_BEEN_LOCKED of MySQL and of
     * MariaDB.
     */
    private static final Set<Integer> OF_ACCOUNT = Set.of(1044, 1045, 1203, 1226, 1698, 1862, 3118, 4151);

    private LoginRefusals() {}

    public static boolean concernsAccount(int errorCode) {
        return OF_ACCOUNT.contains(errorCode);
    }
}
