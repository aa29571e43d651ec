package io.pinion.protocol.auth;

import java.util.Arrays;

/**
 * mysql_clear_password: the client sends the password itself with a zero byte behind, as soon as the server asks. It is
 * no {@link AuthMethod}, since it has no proof but the password. Pinion accepts the plugin inside TLS only and never
 * offers it to servers; full authentication of caching_sha2_password inside TLS sends the same bytes.
 */
public final class ClearPassword {
    public static final String PLUGIN = "mysql_clear_password";

    private ClearPassword() {}

    /** The client's packet: the password and a zero byte. */
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
