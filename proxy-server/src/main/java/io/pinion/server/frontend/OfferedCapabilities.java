package io.pinion.server.frontend;

import io.pinion.protocol.flags.Capabilities;

/**
 * What Pinion offers to clients: only what it handles, and what its servers have, or can do without. Of MariaDB's own it is
 * the names of types that older clients don't know (JSON, UUID). Not its bulk execute and its progress reports; and not the
 * definitions that a client keeps from COM_STMT_PREPARE, since an execution may run on another server, which has prepared
 * the statement after its table was altered.
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

    /** What servers must have too, since clients choose by it how they write and read. */
    private static final long IF_SERVERS_HAVE = Capabilities.OPTIONAL_RESULTSET_METADATA
            | Capabilities.QUERY_ATTRIBUTES
            | Capabilities.MARIADB_EXTENDED_METADATA;

    private OfferedCapabilities() {}

    /** Of those that depend on the servers what Pinion can offer. */
    public static Capabilities of(Capabilities servers) {
        return new Capabilities(servers.bits() & IF_SERVERS_HAVE);
    }

    /**
     * What a greeting says. A clear bit 0 (LONG_PASSWORD, which every server has) is the word for "MariaDB's own
     * capabilities follow".
     *
     * @param more beside what is always offered
     */
    static Capabilities greeting(Capabilities more) {
        Capabilities all = ALWAYS.with(more.bits());
        return all.mariaDb() == 0 ? all : all.without(Capabilities.LONG_PASSWORD);
    }
}
