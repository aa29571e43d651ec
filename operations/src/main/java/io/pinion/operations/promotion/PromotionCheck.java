package io.pinion.operations.promotion;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.AccountLogins;
import io.pinion.operations.server.AccountLogins.LoginProblem;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Looks whether the standby of a pair may become its primary by plan. Changes nothing; blocks. */
record PromotionCheck(PairServers servers, ServerConnection old, ServerConnection next) {
    private static final Duration LOGIN = Duration.ofSeconds(5);

    /** Requires that the two servers replicate from each other, and that at most one takes writes. */
    void requireRoles() throws SQLException, OperationRefused {
        requireFollowing(next, old);
        requireFollowing(old, next);
        if (!next.isFenced() && !old.isFenced()) {
            throw new OperationRefused("both servers of pair " + servers.pair().name() + " take writes, " + old
                    + " and " + next + ": fence the one that isn't the primary, and compare their rows first");
        }
    }

    private static void requireFollowing(ServerConnection follower, ServerConnection source)
            throws SQLException, OperationRefused {
        ReplicationHealth health = follower.replication();
        if (!health.isRunning()) {
            throw new OperationRefused(follower + " doesn't follow " + source + ": "
                    + (health.lastError().isEmpty() ? "replication is stopped" : health.lastError()) + "; "
                    + cure(follower, health));
        }
        if (health.followsOtherThan(source.serverId())) {
            throw new OperationRefused(follower + " doesn't follow " + source + ", but the server with server_id "
                    + health.source().getAsLong() + ": mend that first (SHOW PAIRS)");
        }
    }

    /**
     * The way out for a server that doesn't replicate. A MariaDB primary doesn't follow its standby while a move of
     * shards may still be reverted.
     */
    private static String cure(ServerConnection follower, ReplicationHealth health) throws SQLException {
        List<String> channels = follower.channels();
        if (channels.isEmpty()) {
            return health.configured() && health.lastError().isEmpty()
                    ? String.join("; ", follower.dialect().resumeFollowing()) + " there"
                    : "mend that first (SHOW PAIRS)";
        }
        return "it follows another pair on " + String.join(", ", channels)
                + ", whose number is that of a move: FINISH or REVERT OPERATION first (SHOW OPERATIONS)";
    }

    /** Requires that the standby has all that it has written itself: of that it takes nothing back. */
    void requireNothingLost() throws SQLException, OperationRefused {
        GtidSet lost = old.lostBy(next);
        if (!lost.isEmpty()) {
            throw new OperationRefused(next + " has lost transactions of its own that " + old + " has, " + lost
                    + ", and takes none of its own from others: REPLACE STANDBY "
                    + servers.pair().name() + " WITH " + servers.standby().name() + " DISCARD CONTENTS makes it anew");
        }
    }

    /** Requires that the standby accepts the clients' accounts. */
    void requireAccounts() throws OperationRefused {
        Topology now = servers.services().topology();
        List<Account> clients = now.accounts().values().stream()
                .filter(account -> now.users().values().stream()
                        .anyMatch(user -> user.account().equals(account.name())))
                .toList();
        List<String> problems = new AccountLogins(servers.services().access(), servers.standby(), LOGIN)
                .problems(clients).stream().map(LoginProblem::words).toList();
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems));
        }
    }
}
