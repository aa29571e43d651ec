package io.pinion.demo;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Two servers in master-master replication. The roles are those they were started with; a test that promotes the standby
 * knows that it did.
 *
 * @param primary takes writes
 * @param standby fenced
 */
public record LocalPair(LocalServer primary, LocalServer standby) {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /** Starts two servers with equal data, joins them with an account of its own, and opens the primary. */
    static LocalPair start(LocalServers servers, ServerSpec primary, ServerSpec standby) throws IOException {
        LocalPair pair = new LocalPair(servers.start(primary), servers.start(standby));
        try {
            String password = DataTemplate.ROOT_PASSWORD;
            for (LocalServer server : List.of(pair.primary, pair.standby)) {
                try (ManagedServer managed = server.manage()) {
                    managed.createAccounts(List.of(ServerAccount.of(AccountRole.REPLICATION, server.host(), password)));
                }
            }
            pair.join(password);
            pair.primary.fence(false);
            return pair;
        } catch (SQLException e) {
            throw new IOException("cannot set up the pair of " + primary.name() + " and " + standby.name(), e);
        }
    }

    /** Makes each follow the other, from where it last was, with the usual replication account. */
    void join(String password) throws SQLException {
        ReplicationLogin login = new ReplicationLogin(AccountRole.REPLICATION.userName(), password, false);
        try (ManagedServer first = primary.manage();
                ManagedServer second = standby.manage()) {
            new Replication(first, second).join(login, DEADLINE);
        }
    }

    /** Makes each follow the other again, from where it last was, also one that has been told to forget its partner. */
    public void join() throws SQLException {
        join(DataTemplate.ROOT_PASSWORD);
    }

    /** Returns once both replicate again, for example after one was restarted. */
    public void awaitReplicating() throws SQLException {
        try (ManagedServer first = primary.manage();
                ManagedServer second = standby.manage()) {
            new Replication(first, second).awaitRunning(DEADLINE);
        }
    }

    /** Returns once each has what the other has now. */
    public void awaitCaughtUp() throws SQLException {
        try (ManagedServer first = primary.manage();
                ManagedServer second = standby.manage()) {
            new Replication(first, second).awaitCaughtUp(DEADLINE);
        }
    }
}
