package io.pinion.operations.pair;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Compares new servers with those of all other pairs: shards may move between any two pairs, and transactions of two
 * servers with one identity can't be told apart then. A server that doesn't answer isn't compared. Blocks.
 */
record OtherPairs(OperationServices services, Topology before, PairTask task) {
    private static final Duration ANSWER = Duration.ofSeconds(5);

    List<Obstacle> obstacles(PairLogins connections) throws SQLException {
        Optional<Account> operator = before.account(Account.OPERATOR);
        List<Obstacle> found = new ArrayList<>();
        if (operator.isEmpty()) {
            return found;
        }
        List<ServerConnection> mine = Stream.concat(
                        task.newPrimary().map(server -> connections.primary()).stream(), connections.standby().stream())
                .toList();
        for (Pair pair : before.pairs().values()) {
            if (!pair.name().equals(task.pair())) {
                for (Server server : pair.servers()) {
                    compare(new ServerLogin(services.access(), server, operator.get()), pair, mine, found);
                }
            }
        }
        return found;
    }

    /** The server of a pair that {@code named} is by another address: a lock that is taken here is seen there. */
    Optional<Obstacle> itself(Server named, PairLogins connections) throws SQLException {
        Optional<Account> operator = before.account(Account.OPERATOR);
        ServerConnection next = connections.standby().orElseThrow();
        if (operator.isEmpty()) {
            return Optional.empty();
        }
        String lock = "'pinion " + UUID.randomUUID() + "'";
        next.firstColumn("SELECT GET_LOCK(" + lock + ", 0)");
        try {
            for (Pair pair : before.pairs().values()) {
                for (Server server : pair.servers()) {
                    if (!server.equals(named)
                            && sees(lock, new ServerLogin(services.access(), server, operator.get()))) {
                        String role = server.equals(pair.primary()) ? "primary" : "standby";
                        return Optional.of(Kind.IN_USE.of(named.address() + " is " + server.name() + " ("
                                + server.address() + "), the " + role + " of pair " + pair.name() + " (SHOW PAIRS)"));
                    }
                }
            }
            return Optional.empty();
        } finally {
            next.firstColumn("SELECT RELEASE_LOCK(" + lock + ")");
        }
    }

    /** False of a server that can't be asked: what was found before is told then. */
    private static boolean sees(String lock, ServerLogin login) {
        try (ServerConnection other = login.open(ANSWER)) {
            return !other.firstColumn("SELECT IS_USED_LOCK(" + lock + ")").isEmpty();
        } catch (SQLException e) {
            return false;
        }
    }

    private void compare(ServerLogin login, Pair pair, List<ServerConnection> mine, List<Obstacle> found)
            throws SQLException {
        try (ServerConnection other = login.open(ANSWER)) {
            for (ServerConnection server : mine) {
                if (server.dialect().equals(other.dialect())) {
                    compare(server, other, pair, found);
                }
            }
        } catch (SQLException e) {
            // A server that another pair can't ask is no reason to refuse this pair one.
        }
    }

    private void compare(ServerConnection server, ServerConnection other, Pair pair, List<Obstacle> found)
            throws SQLException {
        List<String> same = new ArrayList<>(server.identities());
        same.retainAll(other.identities());
        boolean isPrimary = task.newPrimary().isPresent();
        if (same.isEmpty() && isPrimary && server.writesAs().equals(other.writesAs())) {
            same.add(server.writesAs());
        }
        for (String identity : same) {
            found.add(Kind.CONFIGURATION.of(server + " has " + identity + " as " + other + " of pair " + pair.name()
                    + " has: give each its own in its configuration"));
        }
    }
}
