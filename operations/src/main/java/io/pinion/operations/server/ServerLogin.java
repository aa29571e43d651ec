package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Opens connections to one server. Thread-safe.
 *
 * @param work the mark of each connection; empty for none
 */
public record ServerLogin(ServerAccess access, Server server, Account account, Optional<WorkMark> work) {
    /** For work that no other proxy takes over. */
    public ServerLogin(ServerAccess access, Server server, Account account) {
        this(access, server, account, Optional.empty());
    }

    /** The same without the mark, for queries that need not be killed when another proxy takes the work over. */
    public ServerLogin unmarked() {
        return new ServerLogin(access, server, account);
    }

    /**
     * Logs in. The caller closes the connection. Blocks.
     *
     * @param timeout how long a silent server may take for each answer
     * @throws SQLException also when the account's password is missing
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

    /**
     * Logs in, and ends what earlier attempts at the login's work have begun there: nothing of theirs comes late.
     *
     * @param last how long their last statement may take to end
     */
    public ServerConnection takenOver(Duration timeout, Duration last) throws SQLException {
        ServerConnection opened = unmarked().open(timeout);
        try {
            opened.takeOver(work.orElseThrow(), last);
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return server.name() + " (" + server.address() + ")";
    }
}
