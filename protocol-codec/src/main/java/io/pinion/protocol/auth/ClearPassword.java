package io.pinion.protocol.auth;

import java.util.Arrays;

/**
 * mysql_clear_password: the client sends the password itself with a zero byte behind, as soon as it is asked. No {@link
 * AuthMethod}, since it proves nothing without giving everything away: only for inside TLS, and never towards servers.
 */
public final class ClearPassword {
    public static final String PLUGIN = "mysql_clear_password";

    private ClearPassword() {}

    /** What a client sends. */
    public static byte[] reply(byte[] password) {
        return Arrays.copyOf(password, password.length + 1);
    }

    /** The password in a client's reply: up to the first zero byte. */
    public static byte[] passwordOf(byte[] reply) {
        int length = 0;
        while (length < reply.length && reply[length] != 0) {
            length++;
        }
        return Arrays.copyOf(reply, length);
    }
}
