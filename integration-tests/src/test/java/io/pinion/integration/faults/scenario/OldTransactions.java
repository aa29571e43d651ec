package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.server.ManagedServer;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Transactions that an operation waits for, and whose proxy may stand still: people end them on the server. */
final class OldTransactions {
    private static final Pattern SERVER = Pattern.compile("transactions on (\\w+) \\(");
    private static final Pattern CONNECTION = Pattern.compile("connection (\\d+) \\(\\w+\\), open for (\\d+) s");
    private static final int OLD_SECONDS = 5;

    private OldTransactions() {}

    /** Those that it names. */
    static void kill(FaultCluster cluster, Progress progress) throws SQLException {
        String words = progress.step() + " " + progress.error();
        Matcher server = SERVER.matcher(words);
        if (!server.find()) {
            return;
        }
        Matcher connection = CONNECTION.matcher(words);
        while (connection.find()) {
            if (Integer.parseInt(connection.group(2)) >= OLD_SECONDS) {
                kill(server(cluster, server.group(1)), connection.group(1));
            }
        }
    }

    private static FaultServer server(FaultCluster cluster, String name) {
        return cluster.pairs().stream()
                .map(FaultPair::servers)
                .flatMap(List::stream)
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void kill(FaultServer server, String connection) {
        try (ManagedServer root = server.manage()) {
            root.execute(List.of("KILL " + connection));
        } catch (SQLException ended) {
            // By itself.
        }
    }
}
