package io.pinion.operations.standby;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.AccountLogins;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether a server may become the standby of a pair. Changes nothing; blocks.
 *
 * @param primary a connection to the pair's
 * @param next one to {@code server}, with the rights of the operator
 */
public record NewServerCheck(
        Topology topology,
        ServerAccess access,
        Pair pair,
        Server server,
        ServerConnection primary,
        ServerConnection next) {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /**
     * @param ownCopy databases there are of an earlier attempt
     * @throws OperationRefused with everything that is in the way
     */
    void run(boolean ownCopy) throws SQLException, OperationRefused {
        List<String> problems = new ArrayList<>();
        obstacles(ownCopy).forEach(obstacle -> problems.add(obstacle.words()));
        if (!next.isFenced()) {
            problems.add(next + " takes writes: a standby boots fenced, set it so in its configuration and by "
                    + String.join("; ", next.dialect().fence(TIMEOUT)));
        }
        // Those of Pinion's making are made behind the copy.
        logins(topology, access, server).forEach(obstacle -> problems.add(obstacle.words()));
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems));
        }
    }

    /** The accounts of the topology that can't log in on a server; those of Pinion's making don't count. */
    public static List<Obstacle> logins(Topology topology, ServerAccess access, Server server) {
        List<Account> accounts = topology.accounts().values().stream()
                .filter(account -> !account.isManaged())
                .toList();
        return new AccountLogins(access, server, TIMEOUT)
                .problems(accounts).stream()
                        .map(problem -> (problem.silent() ? Kind.UNREACHABLE : Kind.LOGIN).of(problem.words()))
                        .toList();
    }

    /**
     * What is in the way, but for a missing fence and for accounts.
     *
     * @param ownCopy what it has is of an earlier attempt, or looked at elsewhere
     */
    public List<Obstacle> obstacles(boolean ownCopy) throws SQLException {
        List<Obstacle> found = new ArrayList<>();
        if (!primary.dialect().equals(next.dialect()) || !release(primary).equals(release(next))) {
            found.add(
                    Kind.UNSUPPORTED.of(next + " is " + next.dialect().name() + " " + release(next) + " and " + primary
                            + " " + primary.dialect().name() + " " + release(primary) + ": install the same release"));
            return found;
        }
        found.addAll(settings(next));
        identity(primary, found);
        identityOfStandby(found);
        commonSettings(found);
        if (next.replication().followsOtherThan(primary.serverId())) {
            found.add(Kind.FOLLOWS.of(next + " follows another server: "
                    + String.join("; ", next.dialect().forgetSource()) + " there ends that"));
        }
        if (!ownCopy) {
            emptiness(found);
        }
        return found;
    }

    /** The settings of a server with which replication fails. */
    public static List<Obstacle> settings(ServerConnection server) throws SQLException {
        return server.replicationProblems().stream()
                .map(problem -> Obstacle.ofSetting(server, problem))
                .toList();
    }

    private static String release(ServerConnection server) throws SQLException {
        return String.join(
                ".",
                List.of(server.firstColumn("SELECT VERSION()").getFirst().split("[.-]"))
                        .subList(0, 2));
    }

    private void commonSettings(List<Obstacle> found) throws SQLException {
        for (String question : next.dialect().commonQuestions()) {
            String here = primary.firstColumn(question).getFirst();
            String there = next.firstColumn(question).getFirst();
            if (!here.equals(there)) {
                found.add(Kind.CONFIGURATION.of(next + " answers " + there + " to " + question + ", and " + primary
                        + " " + here + ": set it so in its configuration"));
            }
        }
    }

    /** A server that was made by copying another one's files may have its names. */
    private void identity(ServerConnection other, List<Obstacle> found) throws SQLException {
        for (String question : next.dialect().identityQuestions()) {
            String mine = next.firstColumn(question).getFirst();
            if (other.firstColumn(question).getFirst().equals(mine)) {
                found.add(Kind.CONFIGURATION.of(next + " and " + other + " answer the same, " + mine + ", to "
                        + question + ": give each its own"));
            }
        }
    }

    /**
     * It follows the primary until the end, which would let go of the one of the two that came first, again and again.
     */
    private void identityOfStandby(List<Obstacle> found) throws SQLException {
        Optional<Account> operator = topology.account(Account.OPERATOR);
        if (pair.standby().isEmpty() || operator.isEmpty()) {
            return;
        }
        try (ServerConnection standby = new ServerLogin(access, pair.standby().get(), operator.get()).open(TIMEOUT)) {
            identity(standby, found);
        } catch (SQLException e) {
            // What keeps the old standby from answering may be the reason for which it is replaced.
        }
    }

    private void emptiness(List<Obstacle> found) throws SQLException {
        List<String> databases = DatabasesInUse.of(next);
        if (!databases.isEmpty()) {
            found.add(Kind.NOT_EMPTY.of(next + " has databases already, such as " + databases.getFirst()
                    + ": name a server with empty data, or drop them there if nobody needs them (SET SESSION"
                    + " sql_log_bin=0 before the DROP DATABASE)"));
        }
        String errant = next.transactionsMissingIn(primary);
        if (!errant.isEmpty()) {
            found.add(Kind.NOT_EMPTY.of(next + " has transactions in its log that the pair hasn't, " + errant
                    + ": if nobody needs them, " + next.dialect().forgetLog() + " there"));
        }
    }
}
