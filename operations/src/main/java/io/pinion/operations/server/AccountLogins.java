package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Server;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Whether a server lets Pinion's accounts in. Blocks. */
public record AccountLogins(ServerAccess access, Server server, Duration timeout) {
    /** What is the matter, in words for people; empty when all may. */
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
