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
 * Two servers in master-master replication, in the roles that they were started with: a promotion doesn't change them
 * here.
 *
 * @param primary takes writes
 * @param standby fenced
 */
public record LocalPair(LocalServer primary, LocalServer standby) {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /**
     * Starts two servers called {@code name} with an A and a B behind it, joins them with a replication account made for it, and
     * opens the first.
     *
     * @param gtidDomainId distinct among the pairs that ever replicate to each other; from 1
     * @param options further ones of both servers, as of {@link ServerSpec#withOptions}
     */
    public static LocalPair start(LocalServers servers, String name, int gtidDomainId, String... options)
            throws IOException {
        LocalPair pair = new LocalPair(
                servers.start(new ServerSpec(name + "A", gtidDomainId * 10 + 1, gtidDomainId, 0, List.of(options))),
                servers.start(new ServerSpec(name + "B", gtidDomainId * 10 + 2, gtidDomainId, 0, List.of(options))));
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
            throw new IOException("cannot set up the pair " + name, e);
        }
    }

    /** Makes each server replicate from the other, from its last position, with the usual replication account. */
    void join(String password) throws SQLException {
        ReplicationLogin login = new ReplicationLogin(AccountRole.REPLICATION.userName(), password, false);
        try (ManagedServer first = primary.manage();
                ManagedServer second = standby.manage()) {
            new Replication(first, second).join(login, DEADLINE);
        }
    }

    /**
     * Makes each server replicate from the other again, from its last position, even after its replication settings
     * were removed.
     */
    public void join() throws SQLException {
        join(DataTemplate.ROOT_PASSWORD);
    }

    /** Returns once both servers replicate again, for example after a restart of one. */
    public void awaitReplicating() throws SQLException {
        try (ManagedServer first = primary.manage();
                ManagedServer second = standby.manage()) {
            new Replication(first, second).awaitRunning(DEADLINE);
        }
    }

    /** Returns once each server has applied all that the other has now. */
    public void awaitCaughtUp() throws SQLException {
        try (ManagedServer first = primary.manage();
                ManagedServer second = standby.manage()) {
            new Replication(first, second).awaitCaughtUp(DEADLINE);
        }
    }
}
