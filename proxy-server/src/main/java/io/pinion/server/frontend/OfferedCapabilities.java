package io.pinion.server.frontend;

import io.pinion.protocol.flags.Capabilities;

/**
 * What Pinion offers to clients: only what it handles. Bit 0 (LONG_PASSWORD) says that it speaks MySQL, so that MariaDB's
 * clients don't use their own extensions.
 */
final class OfferedCapabilities {
    static final Capabilities ALWAYS = Capabilities.of(
            Capabilities.LONG_PASSWORD,
            Capabilities.FOUND_ROWS,
            Capabilities.LONG_FLAG,
            Capabilities.CONNECT_WITH_DB,
            Capabilities.LOCAL_FILES,
            Capabilities.IGNORE_SPACE,
            Capabilities.PROTOCOL_41,
            Capabilities.INTERACTIVE,
            Capabilities.TRANSACTIONS,
            Capabilities.RESERVED,
            Capabilities.SECURE_CONNECTION,
            Capabilities.MULTI_STATEMENTS,
            Capabilities.MULTI_RESULTS,
            Capabilities.PS_MULTI_RESULTS,
            Capabilities.PLUGIN_AUTH,
            Capabilities.CONNECT_ATTRS,
            Capabilities.PLUGIN_AUTH_LENENC_CLIENT_DATA,
            Capabilities.SESSION_TRACK,
            Capabilities.DEPRECATE_EOF);

    private OfferedCapabilities() {}
}
