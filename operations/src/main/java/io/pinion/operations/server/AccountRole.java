package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import java.util.Arrays;
import java.util.Optional;

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
    DATA(Account.DATA, "pinion_data"),

    /** Checks health, position and lag; reads no user data. */
    MONITOR(Account.MONITOR, "pinion_monitor"),

    /** Fences servers, moves shards and copies databases. */
    OPERATOR(Account.OPERATOR, "pinion_operator"),

    /** Lets the partner of a pair read the binary log. */
    REPLICATION("replication", "pinion_repl");

    private final String accountName;
    private final String userName;

    AccountRole(String accountName, String userName) {
        this.accountName = accountName;
        this.userName = userName;
    }

    /** The role of an account of the topology; empty for an account that users name. */
    public static Optional<AccountRole> of(Account account) {
        return Arrays.stream(values())
                .filter(role -> role.accountName.equals(account.name()))
                .findFirst();
    }

    /** The name of its account in the topology. */
    public String accountName() {
        return accountName;
    }

    /** The default user name; the topology may set another. */
    public String userName() {
        return userName;
    }
}
