package io.pinion.operations.pair;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.Failures;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Connections to the servers of a pair that is to be. */
record PairLogins(ServerConnection primary, Optional<ServerConnection> standby) implements AutoCloseable {
    private static final Duration ANSWER = Duration.ofMinutes(1);

    /** ER_HOST_NOT_PRIVILEGED: the server runs, and has no account at all for the host that asks. */
    private static final int FOREIGN_HOST = 1130;

    /** @throws OperationRefused with all that can't be reached */
    static PairLogins open(Server primary, Optional<Server> standby, Function<Server, ServerLogin> logins)
            throws OperationRefused {
        List<Obstacle> obstacles = new ArrayList<>();
        Optional<ServerConnection> first = open(logins.apply(primary), obstacles);
        Optional<ServerConnection> second = standby.flatMap(server -> open(logins.apply(server), obstacles));
        if (first.isPresent() && second.isPresent()) {
            otherProduct(first.get(), second.get()).ifPresent(obstacles::add);
        }
        if (obstacles.isEmpty()) {
            return new PairLogins(first.orElseThrow(), second);
        }
        first.ifPresent(ServerConnection::close);
        second.ifPresent(ServerConnection::close);
        throw Obstacle.refusal(obstacles);
    }

    /** Neither could follow the other, and what is asked further is asked in one product's words. */
    private static Optional<Obstacle> otherProduct(ServerConnection primary, ServerConnection standby) {
        String ofPrimary = primary.dialect().name();
        String ofStandby = standby.dialect().name();
        return ofPrimary.equals(ofStandby)
                ? Optional.empty()
                : Optional.of(Kind.UNSUPPORTED.of(standby + " is " + ofStandby + ", and the primary " + primary + " "
                        + ofPrimary + ": the servers of a pair are of one product, so name one of " + ofPrimary));
    }

    private static Optional<ServerConnection> open(ServerLogin login, List<Obstacle> obstacles) {
        try {
            return Optional.of(login.open(ANSWER));
        } catch (SQLException e) {
            obstacles.add(obstacle(login, e));
            return Optional.empty();
        }
    }

    private static Obstacle obstacle(ServerLogin login, SQLException refused) {
        String user = login.account().user();
        if (Failures.isDenied(refused)) {
            boolean named = login.account().name().equals(FirstLogin.ACCOUNT);
            return Kind.LOGIN.of(login + " refuses the login of " + user + ": " + refused.getMessage()
                    + (named
                            ? "; see that this is the password of " + user + ", who may log in from this host, unless "
                                    + Failures.OTHER_ACCOUNT_FIRST
                            : "; name one that may make accounts there (USING 'user' IDENTIFIED BY 'password')"));
        }
        if (refused.getErrorCode() == FOREIGN_HOST) {
            // The driver puts words of its own before the server's.
            String told = String.valueOf(refused.getMessage()).replaceFirst("(?s)^.*message from server: ", "");
            return Kind.UNREACHABLE.of(login + " can't be asked as " + user + ": " + told + "; allow " + user
                    + " to log in from this host there, by an account of that name which may make accounts");
        }
        if (refused instanceof SQLFeatureNotSupportedException) {
            return Kind.UNSUPPORTED.of(String.valueOf(refused.getMessage()));
        }
        return Kind.UNREACHABLE.of(login + " can't be asked as " + user + ": " + refused.getMessage()
                + "; see that it runs, and that its address is reached from here");
    }

    @Override
    public void close() {
        primary.close();
        standby.ifPresent(ServerConnection::close);
    }
}
