package io.pinion.operations.server;

/**
 * What Pinion logs in on servers for, one account each.
 *
 * <p>The rights of each are listed, dialect by dialect, in {@link Dialect#rights}.
 */
public enum AccountRole {
    /**
     * Runs the clients' statements. It has none of the rights that write through a fence: SUPER, READ ONLY ADMIN,
     * CONNECTION ADMIN, BINLOG ADMIN, or ALL on everything.
     */
    DATA("pinion_data"),

    /** Looks after health, position and lag; reads no user data. */
    MONITOR("pinion_monitor"),

    /** Fences, moves and copies. */
    OPERATOR("pinion_operator"),

    /** The partner of a pair reads the binary log with it. */
    REPLICATION("pinion_repl");

    private final String userName;

    AccountRole(String userName) {
        this.userName = userName;
    }

    /** The name it has on servers unless the topology says otherwise. */
    public String userName() {
        return userName;
    }
}
