package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * How to log in on one server, as often as it takes: some work needs two connections at a time. Thread-safe.
 *
 * @param work of which each connection is marked to be
 */
public record ServerLogin(ServerAccess access, Server server, Account account, Optional<WorkMark> work) {
    /** For work that nobody takes over. */
    public ServerLogin(ServerAccess access, Server server, Account account) {
        this(access, server, account, Optional.empty());
    }

    /** The same for questions that nobody has to end, should somebody else go on with the work. */
    public ServerLogin unmarked() {
        return new ServerLogin(access, server, account);
    }

    /**
     * Logs in. The caller closes the connection. Blocks.
     *
     * @param timeout how long a silent server may take for each answer
     * @throws SQLException also when the account's password is nowhere to be found
     */
    public ServerConnection open(Duration timeout) throws SQLException {
        try {
            ServerConnection opened = ServerConnection.open(access, server, account, timeout);
            try {
                if (work.isPresent()) {
                    opened.join(work.get());
                }
                return opened;
            } catch (SQLException e) {
                opened.close();
                throw e;
            }
        } catch (Secrets.SecretMissing e) {
            throw new SQLException("the account " + account.user() + " has no password: " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return server.name() + " (" + server.address() + ")";
    }
}
