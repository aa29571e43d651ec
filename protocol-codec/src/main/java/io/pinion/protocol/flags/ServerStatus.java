package io.pinion.protocol.flags;

/**
 * The status word of an OK, an EOF and the greeting: SERVER_STATUS_… in the manual. Each result has its own. Never
 * compare whole words of two servers, since servers set the index and metadata hints differently.
 */
public record ServerStatus(int bits) {
    public static final int IN_TRANS = 0x0001;
    public static final int AUTOCOMMIT = 0x0002;
    public static final int MORE_RESULTS_EXISTS = 0x0008;
    public static final int CURSOR_EXISTS = 0x0040;
    public static final int LAST_ROW_SENT = 0x0080;
    public static final int DB_DROPPED = 0x0100;
    public static final int NO_BACKSLASH_ESCAPES = 0x0200;
    public static final int PS_OUT_PARAMS = 0x1000;
    public static final int IN_TRANS_READONLY = 0x2000;
    public static final int SESSION_STATE_CHANGED = 0x4000;
    /** MariaDB only: sql_mode has ANSI_QUOTES. */
    public static final int ANSI_QUOTES = 0x8000;

    public ServerStatus {
        bits &= 0xFFFF;
    }

    public static ServerStatus of(int bits) {
        return new ServerStatus(bits);
    }

    public boolean has(int flag) {
        return (bits & flag) != 0;
    }

    public ServerStatus with(int flag) {
        return new ServerStatus(bits | flag);
    }

    public ServerStatus without(int flag) {
        return new ServerStatus(bits & ~flag);
    }

    public boolean inTransaction() {
        return has(IN_TRANS);
    }

    public boolean autocommit() {
        return has(AUTOCOMMIT);
    }

    /** The server keeps a cursor open: the rows come with COM_STMT_FETCH. */
    public boolean cursorExists() {
        return has(CURSOR_EXISTS);
    }

    public boolean lastRowSent() {
        return has(LAST_ROW_SENT);
    }

    /** The list of tracked changes follows in this packet. */
    public boolean sessionStateChanged() {
        return has(SESSION_STATE_CHANGED);
    }

    @Override
    public String toString() {
        return String.format("0x%04x", bits);
    }
}
