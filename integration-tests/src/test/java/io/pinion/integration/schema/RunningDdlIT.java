package io.pinion.integration.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** MariaDB's fence is made of triggers, which no TRUNCATE runs: one that runs when the fence goes up is ended. */
class RunningDdlIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final List<String> MOVING = List.of("db00001", "db00002");

    @Test
    void oneThatWaitsForATableIsEndedAndChangesNothing(@TempDir Path directory) throws Exception {
        try (LocalServers servers = LocalServers.open(directory);
                LocalServer server = servers.start(ServerSpec.single("F"));
                ManagedServer root = server.manage();
                Connection fencing = root.connection();
                Connection other = root.connection();
                Connection truncating = server.connect();
                Connection elsewhere = server.connect();
                // Closed first: the others wait for it.
                Connection reader = server.connect()) {
            for (String database : List.of("db00001", "db00002", "db00003")) {
                root.execute(List.of(
                        "CREATE DATABASE " + database,
                        "CREATE TABLE " + database + ".t (id INT PRIMARY KEY)",
                        "INSERT INTO " + database + ".t VALUES (1)"));
            }
            DatabaseFence fence = root.dialect().databaseFence();
            fence.prepare(fencing, 7, MOVING, Duration.ofSeconds(1), (ready, tables) -> {});
            Jdbc.execute(reader, "BEGIN");
            Jdbc.rows(reader, "SELECT * FROM db00001.t UNION ALL SELECT * FROM db00003.t");
            CompletableFuture<Void> moving = begun(truncating, "/* nightly */ TRUNCATE TABLE db00001.t");
            CompletableFuture<Void> staying = begun(elsewhere, "ALTER TABLE db00003.t ADD COLUMN n INT");
            Conditions.await(
                    "both wait",
                    TIMEOUT,
                    () -> Jdbc.rows(
                                            other,
                                            "SELECT id FROM information_schema.processlist WHERE state LIKE 'Waiting for table%'")
                                    .size()
                            == 2);

            int ended = fence.raise(fencing, other, 7, MOVING, TIMEOUT);

            assertThat(ended).isEqualTo(1);
            assertThatThrownBy(moving::join).isInstanceOf(CompletionException.class);
            Jdbc.execute(reader, "COMMIT");
            staying.join();
            assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM db00001.t")).isEqualTo("1");
        }
    }

    private static CompletableFuture<Void> begun(Connection connection, String statement) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        Jdbc.execute(connection, statement);
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }
}
