package io.pinion.integration.connections;

import io.pinion.integration.testing.BusyServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ServerConnections;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What {@code SHOW PAIRS} tells while all connections of server A, the primary of pair {@code p}, are in use. */
final class TakenConnections {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int OTHERS = 12;
    private static final int FEW = 10;
    private static final int PRIMARY_STATE = 3;
    private static final String REFUSING = "refusing: error 1040 (all its connections are in use)";

    private final Connection operator;
    private final BusyServer.Login root;

    /** @param root logs in on A */
    TakenConnections(Connection operator, BusyServer.Login root) {
        this.operator = operator;
        this.root = root;
    }

    void run() throws SQLException {
        List<Connection> others = new ArrayList<>();
        try (Connection control = root.connect()) {
            String before = String.valueOf(Jdbc.value(control, "SELECT @@GLOBAL.max_connections"));
            for (int i = 0; i < OTHERS; i++) {
                others.add(root.connect());
            }
            try {
                nearlyAll(control);
                all(control);
                alsoOfTheQuestion(control);
            } finally {
                allow(control, before);
            }
            Conditions.await(
                    "up again",
                    PATIENCE,
                    () -> shown().get(PRIMARY_STATE).equals("up")
                            && !String.valueOf(shown().getLast()).contains("max_connections"));
        } finally {
            for (Connection other : others) {
                other.close();
            }
        }
    }

    /** The proxies open and close connections meanwhile, so the limit follows what is in use. */
    private void nearlyAll(Connection control) {
        Conditions.await("A has nearly all its connections in use", PATIENCE, () -> {
            int inUse = Integer.parseInt(Jdbc.rows(control, "SHOW GLOBAL STATUS LIKE 'Threads_connected'")
                    .getFirst()
                    .getLast());
            int most = inUse + 1;
            allow(control, String.valueOf(most));
            return String.valueOf(shown().getLast())
                    .matches(".*A has nearly all its \\d+ connections \\(max_connections\\) in use.*");
        });
    }

    private void all(Connection control) throws SQLException {
        allow(control, String.valueOf(FEW));
        awaitProblem("A has all its " + FEW + " connections (max_connections) in use, and refuses more with error 1040:"
                + " end idle ones (SHOW PROCESSLIST there)");
        Conditions.await(REFUSING, PATIENCE, () -> shown().get(PRIMARY_STATE).equals(REFUSING));
    }

    /** The proxies need a connection to ask. */
    private void alsoOfTheQuestion(Connection control) throws SQLException {
        ServerConnections.end(control, "user = 'pinion_monitor'");
        awaitProblem("server A is there and refuses to be asked, error 1040 (all its connections are in use): end idle"
                + " ones");
        Conditions.await(REFUSING, PATIENCE, () -> shown().get(PRIMARY_STATE).equals(REFUSING));
    }

    private static void allow(Connection control, String connections) throws SQLException {
        Jdbc.execute(control, "SET GLOBAL max_connections = " + connections);
    }

    private List<String> shown() throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst();
    }

    private void awaitProblem(String words) {
        Conditions.await(
                words, PATIENCE, () -> String.valueOf(shown().getLast()).contains(words));
    }
}
