package io.pinion.operations.server;

/**
 * The roles in which Pinion logs in on servers, with one account each.
 *
 * <p>{@link Dialect#rights} lists the rights of each, dialect by dialect.
 */
public enum AccountRole {
    /**
     * Runs the clients' statements. It has none of the rights that write through a fence: SUPER, READ ONLY ADMIN,
     * CONNECTION ADMIN, BINLOG ADMIN, or ALL on everything.
     */
    DATA("pinion_data"),

    /** Checks health, position and lag; reads no user data. */
    MONITOR("pinion_monitor"),

    /** Fences servers, moves shards and copies databases. */
    OPERATOR("pinion_operator"),

    /** Lets the partner of a pair read the binary log. */
    REPLICATION("pinion_repl");

    private final String userName;

    AccountRole(String userName) {
        this.userName = userName;
    }

    /** The default user name; the topology may set another. */
    public String userName() {
        return userName;
    }
}
