package io.pinion.protocol.flags;

/**
 * The capabilities that one side of a connection offers, or that both agreed on: CLIENT_… in the manual. MariaDB's own
 * capabilities lie in the upper 32 bits, as in MariaDB's source; on the wire they ride in filler bytes of the greeting
 * and of its answer, and only when bit 0 is clear on both sides.
 */
public record Capabilities(long bits) {
    /** MariaDB calls it CLIENT_MYSQL: a greeting with this bit clear comes from MariaDB. */
    public static final long LONG_PASSWORD = 1L;

    public static final long FOUND_ROWS = 1L << 1;
    public static final long LONG_FLAG = 1L << 2;
    public static final long CONNECT_WITH_DB = 1L << 3;
    public static final long COMPRESS = 1L << 5;
    public static final long LOCAL_FILES = 1L << 7;
    public static final long IGNORE_SPACE = 1L << 8;
    public static final long PROTOCOL_41 = 1L << 9;
    public static final long INTERACTIVE = 1L << 10;
    public static final long SSL = 1L << 11;
    public static final long TRANSACTIONS = 1L << 13;
    public static final long RESERVED = 1L << 14;
    /** Bit 15 was CLIENT_SECURE_CONNECTION: a scramble of 20 bytes. */
    public static final long SECURE_CONNECTION = 1L << 15;

    public static final long MULTI_STATEMENTS = 1L << 16;
    public static final long MULTI_RESULTS = 1L << 17;
    public static final long PS_MULTI_RESULTS = 1L << 18;
    public static final long PLUGIN_AUTH = 1L << 19;
    public static final long CONNECT_ATTRS = 1L << 20;
    public static final long PLUGIN_AUTH_LENENC_CLIENT_DATA = 1L << 21;
    public static final long SESSION_TRACK = 1L << 23;
    public static final long DEPRECATE_EOF = 1L << 24;

    public static final long MARIADB_PROGRESS = 1L << 32;
    public static final long MARIADB_COM_MULTI = 1L << 33;
    public static final long MARIADB_EXTENDED_METADATA = 1L << 35;
    public static final long MARIADB_CACHE_METADATA = 1L << 36;

    private static final long MARIADB_MASK = 0xFFFF_FFFF_0000_0000L;

    public static Capabilities of(long... flags) {
        long bits = 0;
        for (long flag : flags) {
            bits |= flag;
        }
        return new Capabilities(bits);
    }

    /** Joins the 32 bits that MySQL and MariaDB share with MariaDB's own. */
    public static Capabilities fromWire(long low, long mariaDb) {
        return new Capabilities((low & 0xFFFF_FFFFL) | (mariaDb << 32));
    }

    /** True when at least one bit of {@code flag} is set. */
    public boolean has(long flag) {
        return (bits & flag) != 0;
    }

    public Capabilities with(long flags) {
        return new Capabilities(bits | flags);
    }

    public Capabilities without(long flags) {
        return new Capabilities(bits & ~flags);
    }

    /** The capabilities of both sides: those in effect on a connection. */
    public Capabilities and(Capabilities other) {
        return new Capabilities(bits & other.bits);
    }

    /** The 32 bits that MySQL and MariaDB share. */
    public long low() {
        return bits & ~MARIADB_MASK;
    }

    /** MariaDB's own 32 bits. */
    public long mariaDb() {
        return bits >>> 32;
    }

    public boolean protocol41() {
        return has(PROTOCOL_41);
    }

    /** CLIENT_DEPRECATE_EOF: an OK packet with header 0xFE ends the rows, and no EOF follows the column definitions. */
    public boolean deprecateEof() {
        return has(DEPRECATE_EOF);
    }

    public boolean sessionTrack() {
        return has(SESSION_TRACK);
    }

    public boolean pluginAuth() {
        return has(PLUGIN_AUTH);
    }

    public boolean ssl() {
        return has(SSL);
    }

    @Override
    public String toString() {
        return "0x" + Long.toHexString(bits);
    }
}
