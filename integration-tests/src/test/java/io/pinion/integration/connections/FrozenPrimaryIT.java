package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.Standstill;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A primary that stands still while the proxy has idle connections to it: it takes what it is sent, and answers nothing. */
class FrozenPrimaryIT {
    private static final int CLIENTS = 8;

    @Test
    void statementsDoNotWaitOnConnectionsFromBefore(@TempDir Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        LocalPair pair = LocalPair.start(servers, "P", 7);
        PairCluster cluster = new PairCluster(
                directory, pair.primary().manage(), pair.standby().manage(), servers);
        try (Connection client = cluster.connect(0);
                Connection operator = cluster.connect(0)) {
            PairCluster.write(client);
            keepIdle(cluster);
            Standstill.of(pair.primary(), () -> {
                Conditions.await(
                        () -> Jdbc.rows(operator, "SHOW PAIRS").toString().contains("down: error 2013"));
                Conditions.await(() -> idle(operator) == 0);
                assertThat(Failure.of(() -> PairCluster.write(client)).message())
                        .contains("no connection to", "pair p");
            });
            Conditions.await(() -> {
                try {
                    PairCluster.write(client);
                    return true;
                } catch (SQLException stillFrozen) {
                    return false;
                }
            });
        } finally {
            cluster.stop();
        }
    }

    private static void keepIdle(PairCluster cluster) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CLIENTS; i++) {
                all.add(clients.submit(() -> {
                    try (Connection one = cluster.connect(0)) {
                        return Jdbc.value(one, "SELECT SLEEP(0.5), COUNT(*) FROM shop.rows_of");
                    }
                }));
            }
        }
        for (Future<?> one : all) {
            one.get();
        }
        try (Connection operator = cluster.connect(0)) {
            assertThat(idle(operator)).isPositive();
        }
    }

    private static int idle(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW POOLS").stream()
                .mapToInt(pool -> Integer.parseInt(pool.get(4)))
                .sum();
    }
}
