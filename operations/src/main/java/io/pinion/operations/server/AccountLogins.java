package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whether a server that is to be a primary lets Pinion's accounts in: clients' statements run as these. Blocks. */
public record AccountLogins(ServerAccess access, Topology topology, Duration patience) {
    /** What is the matter, in words for people; empty when all may. */
    public List<String> problems(Server server) {
        List<String> problems = new ArrayList<>();
        for (Account account : topology.accounts().values()) {
            try {
                new ServerLogin(access, server, account).open(patience).close();
            } catch (SQLException e) {
                problems.add("account " + account.name() + " (" + account.user() + ") can't log in on " + server.name()
                        + " (" + server.address() + "): " + e.getMessage()
                        + "; make Pinion's accounts there as on the other servers");
            }
        }
        return problems;
    }
}
