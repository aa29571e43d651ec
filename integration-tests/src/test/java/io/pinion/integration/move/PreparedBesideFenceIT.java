package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.fence.DatabaseFence;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MariaDB's fence is made of triggers: statements that are prepared meanwhile have to know them. */
class PreparedBesideFenceIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final List<String> MOVING = List.of("db00001");
    private static final int TABLES = 6;
    private static final int CLIENTS = 8;

    /** Without what the fence does for prepared statements, each fails some. */
    private static final int FENCES = 20;

    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger executions = new AtomicInteger();
    private volatile boolean end;

    @Test
    void theyNeverFailWhileTheFenceIsMade(@TempDir Path directory) throws Exception {
        try (LocalServers servers = LocalServers.open(directory);
                LocalServer server = servers.start(ServerSpec.single("F"));
                ManagedServer root = server.manage();
                Connection fencing = root.connection()) {
            root.execute(List.of("CREATE DATABASE db00001"));
            String rows = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> "(" + client + ", 0)")
                    .collect(Collectors.joining(", "));
            for (int table = 0; table < TABLES; table++) {
                root.execute(List.of(
                        "CREATE TABLE db00001.t" + table + " (id INT PRIMARY KEY, n INT)",
                        "INSERT INTO db00001.t" + table + " VALUES " + rows));
            }
            DatabaseFence fence = root.dialect().databaseFence();
            List<Thread> clients = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> Thread.ofVirtual().start(() -> execute(server, client)))
                    .toList();
            for (int number = 1; number <= FENCES; number++) {
                int before = executions.get();
                fence.prepare(fencing, number, MOVING, Duration.ofSeconds(1), (ready, tables) -> {});
                Conditions.await(
                        "statements beside the fence",
                        TIMEOUT,
                        () -> executions.get() > before + 100 || !errors.isEmpty());
                fence.remove(fencing, number, MOVING);
            }
            end = true;
            for (Thread client : clients) {
                client.join();
            }
            assertThat(errors).isEmpty();
            assertThat(Jdbc.value(fencing, "SELECT ABS(TIMESTAMPDIFF(SECOND, NOW(), SYSDATE())) < 60"))
                    .as("the connection's clock goes on")
                    .isEqualTo("1");
        }
    }

    private void execute(LocalServer server, int client) {
        try (Connection connection = server.connect()) {
            for (int table = 0; table < TABLES; table++) {
                Jdbc.execute(
                        connection,
                        "PREPARE p" + table + " FROM 'UPDATE db00001.t" + table + " SET n = n + 1 WHERE id = " + client
                                + "'");
            }
            for (int i = 0; !end; i++) {
                // Of transactions: what waits for their end takes so long.
                Jdbc.execute(connection, "BEGIN");
                Jdbc.execute(connection, "EXECUTE p" + i % TABLES);
                Jdbc.execute(connection, "EXECUTE p" + (i + 1) % TABLES);
                Jdbc.execute(connection, "COMMIT");
                executions.incrementAndGet();
            }
        } catch (SQLException e) {
            errors.add(e.getErrorCode() + " " + e.getMessage());
        }
    }
}
