package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Server;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Checks that a server accepts the logins of Pinion's accounts. Blocks. */
public record AccountLogins(ServerAccess access, Server server, Duration timeout) {
    /** The problems in words for the operator; empty when every account can log in. */
    public List<String> problems(Collection<Account> accounts) {
        List<String> problems = new ArrayList<>();
        for (Account account : accounts) {
            ServerLogin login = new ServerLogin(access, server, account);
            try {
                login.open(timeout).close();
            } catch (SQLException e) {
                problems.add("account " + account.name() + " (" + account.user() + ") can't log in on " + login + ": "
                        + e.getMessage() + "; make Pinion's accounts there as on the other servers");
            }
        }
        return problems;
    }
}
