package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import java.sql.SQLException;
import java.time.Duration;

/** How to log in on one server, as often as it takes: some work needs two connections at a time. Thread-safe. */
public record ServerLogin(ServerAccess access, Server server, Account account) {
    /**
     * Logs in. The caller closes the connection. Blocks.
     *
     * @param patience how long a silent server may take for each answer
     * @throws SQLException also when the account's password is nowhere to be found
     */
    public ServerConnection open(Duration patience) throws SQLException {
        try {
            return ServerConnection.open(access, server, account, patience);
        } catch (Secrets.SecretMissing e) {
            throw new SQLException("the account " + account.user() + " has no password: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return server.name() + " (" + server.address() + ")";
    }
}
