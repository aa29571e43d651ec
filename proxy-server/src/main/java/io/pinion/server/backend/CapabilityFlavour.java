package io.pinion.server.backend;

import io.pinion.protocol.flags.Capabilities;

/**
 * The capabilities that shape an answer's bytes or a command's meaning. A session runs only on connections of its own
 * client's flavour, so that every answer can be relayed as it comes.
 */
public record CapabilityFlavour(long bits) {
    private static final long SHAPING = Capabilities.FOUND_ROWS
            | Capabilities.LOCAL_FILES
            | Capabilities.IGNORE_SPACE
            | Capabilities.MULTI_STATEMENTS
            | Capabilities.MULTI_RESULTS
            | Capabilities.PS_MULTI_RESULTS
            | Capabilities.SESSION_TRACK
            | Capabilities.MARIADB_EXTENDED_METADATA
            | Capabilities.DEPRECATE_EOF;

    /** The capabilities that Pinion asks of every server, for any client. */
    private static final long ALWAYS = Capabilities.LONG_PASSWORD
            | Capabilities.LONG_FLAG
            | Capabilities.PROTOCOL_41
            | Capabilities.TRANSACTIONS
            | Capabilities.SECURE_CONNECTION
            | Capabilities.PLUGIN_AUTH
            | Capabilities.PLUGIN_AUTH_LENENC_CLIENT_DATA
            | Capabilities.CONNECT_ATTRS;

    /** @param client the capabilities that the client and Pinion agreed on */
    public static CapabilityFlavour of(Capabilities client) {
        return new CapabilityFlavour(client.bits() & SHAPING);
    }

    /** The capabilities that a connection of this flavour asks of a server. */
    public Capabilities wanted() {
        Capabilities all = new Capabilities(bits | ALWAYS);
        // A clear bit 0 (LONG_PASSWORD) means that MariaDB's own capabilities follow.
        return all.mariaDb() == 0 ? all : all.without(Capabilities.LONG_PASSWORD);
    }
}
