package io.pinion.server.frontend;

import io.pinion.protocol.flags.Capabilities;

/**
 * The capabilities that Pinion offers to clients: those that it handles, and that its servers have or don't need. Of
 * MariaDB's own it offers the names of types that older clients don't know (JSON, UUID). It doesn't offer bulk execute
 * and progress reports; nor the cached column definitions of COM_STMT_PREPARE, since an execution may run on another
 * server, which has prepared the statement after an ALTER TABLE.
 */
public final class OfferedCapabilities {
    private static final Capabilities ALWAYS = Capabilities.of(
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

    /** Capabilities that servers must have too, since they change what clients write and read. */
    private static final long IF_SERVERS_HAVE = Capabilities.MARIADB_EXTENDED_METADATA;

    private OfferedCapabilities() {}

    /** The capabilities that depend on the servers, of those that Pinion can offer. */
    public static Capabilities of(Capabilities servers) {
        return new Capabilities(servers.bits() & IF_SERVERS_HAVE);
    }

    /**
     * The capabilities of a greeting. A clear bit 0 (LONG_PASSWORD, which every server has) means that MariaDB's own
     * capabilities follow.
     *
     * @param more in addition to those that are always offered
     */
    static Capabilities greeting(Capabilities more) {
        Capabilities all = ALWAYS.with(more.bits());
        return all.mariaDb() == 0 ? all : all.without(Capabilities.LONG_PASSWORD);
    }
}
