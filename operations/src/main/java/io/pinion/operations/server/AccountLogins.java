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
    /**
     * @param words for the operator
     * @param silent it is the server's, whatever accounts it has: it doesn't answer
     */
    public record LoginProblem(String words, boolean silent) {}

    /** Empty when every account can log in. A server that doesn't answer isn't asked again for the other accounts. */
    public List<LoginProblem> problems(Collection<Account> accounts) {
        List<LoginProblem> problems = new ArrayList<>();
        for (Account account : accounts) {
            ServerLogin login = new ServerLogin(access, server, account);
            try {
                login.open(timeout).close();
            } catch (SQLException e) {
                if (ServerConnection.isLost(e)) {
                    return List.of(new LoginProblem(
                            login + " doesn't answer: " + e.getMessage()
                                    + "; see that it runs, and that its address is reached from here",
                            true));
                }
                problems.add(new LoginProblem(
                        "account " + account.name() + " (" + account.user() + ") can't log in on " + login + ": "
                                + e.getMessage() + "; make Pinion's accounts there as on the other servers",
                        false));
            }
        }
        return problems;
    }
}
