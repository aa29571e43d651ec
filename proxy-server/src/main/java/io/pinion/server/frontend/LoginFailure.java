package io.pinion.server.frontend;

import java.util.Locale;

/** Why a login was denied: what an operator may know, and the client mostly not. */
enum LoginFailure {
    /** The user is there, and the password isn't the user's. */
    WRONG_PASSWORD,
    /** The client gave no password. */
    NO_PASSWORD,
    UNKNOWN_USER,
    /** The user may not come from the client's address. */
    WRONG_NETWORK,
    /** The password was right, and the user must encrypt or show a certificate. */
    TLS_MISSING;

    /** As logs and metrics write it. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
