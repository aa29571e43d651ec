package io.pinion.integration.connections;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerConnections;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What {@code SHOW PAIRS} tells while all connections of server A, the primary of pair {@code p}, are in use. */
@OnEachServer
class TakenConnectionsIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int OTHERS = 12;
    private static final int FEW = 10;
    private static final int PRIMARY_STATE = 3;
    private static final String REFUSING = "refusing: error 1040 (all its connections are in use)";

    private PairCluster cluster;
    private ManagedServer primary;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPair(directory);
        primary = started.all().get(0);
        cluster = new PairCluster(directory, primary, started.all().get(1), started.end());
        operator = cluster.connect(0);
        Conditions.await(
                "a pair that is well",
                TIMEOUT,
                () -> shown().getLast().equals("null")
                        && shown().get(PRIMARY_STATE).equals("up"));
    }

    @AfterEach
    void stop() throws Exception {
        operator.close();
        cluster.stop();
    }

    @Test
    void aServerWhoseConnectionsAreAllInUseIsNotDown() throws Exception {
        List<Connection> others = new ArrayList<>();
        try (Connection control = primary.connection()) {
            String before = String.valueOf(Jdbc.value(control, "SELECT @@GLOBAL.max_connections"));
            for (int i = 0; i < OTHERS; i++) {
                others.add(client());
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
                    TIMEOUT,
                    () -> shown().get(PRIMARY_STATE).equals("up")
                            && !shown().getLast().contains("max_connections"));
        } finally {
            for (Connection other : others) {
                other.close();
            }
        }
    }

    /** As a proxy logs in there. */
    private Connection client() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + primary.port() + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "pinion_data",
                "data-secret");
    }

    /** The proxies open and close connections meanwhile, so the limit follows what is in use. */
    private void nearlyAll(Connection control) {
        Conditions.await("A has nearly all its connections in use", TIMEOUT, () -> {
            int inUse = Integer.parseInt(Jdbc.rows(control, "SHOW GLOBAL STATUS LIKE 'Threads_connected'")
                    .getFirst()
                    .getLast());
            int most = inUse + 1;
            allow(control, String.valueOf(most));
            return shown().getLast().matches(".*A has nearly all its \\d+ connections \\(max_connections\\) in use.*");
        });
    }

    private void all(Connection control) throws SQLException {
        allow(control, String.valueOf(FEW));
        awaitProblem("A has all its " + FEW + " connections (max_connections) in use, and refuses more with error 1040:"
                + " end idle ones (SHOW PROCESSLIST there)");
        Conditions.await(REFUSING, TIMEOUT, () -> shown().get(PRIMARY_STATE).equals(REFUSING));
    }

    /** The proxies need a connection to ask. */
    private void alsoOfTheQuestion(Connection control) throws SQLException {
        ServerConnections.end(control, "user = 'pinion_monitor'");
        awaitProblem("server A is there and refuses to be asked, error 1040 (all its connections are in use): end idle"
                + " ones");
        Conditions.await(REFUSING, TIMEOUT, () -> shown().get(PRIMARY_STATE).equals(REFUSING));
    }

    private static void allow(Connection control, String connections) throws SQLException {
        Jdbc.execute(control, "SET GLOBAL max_connections = " + connections);
    }

    private List<String> shown() throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst();
    }

    private void awaitProblem(String words) {
        Conditions.await(words, TIMEOUT, () -> shown().getLast().contains(words));
    }
}
