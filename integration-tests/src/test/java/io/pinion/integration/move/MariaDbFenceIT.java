package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.fence.DatabaseFence;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fence of moving shards on a server of MariaDB alone. */
class MariaDbFenceIT {
    private static final List<String> MOVING = List.of("db00001");

    /** As a transaction of a proxy that stands still, when another one goes on with a REVERT that has opened the shards. */
    @Test
    void oneThatIsDownWaitsForNobody(@TempDir Path directory) throws Exception {
        try (LocalServers servers = LocalServers.open(directory);
                LocalServer server = servers.start(ServerSpec.single("F"));
                ManagedServer root = server.manage();
                Connection fencing = root.connection();
                Connection other = root.connection();
                Connection client = server.connect()) {
            root.execute(List.of("CREATE DATABASE db00001", "CREATE TABLE db00001.t (id INT PRIMARY KEY)"));
            DatabaseFence fence = root.dialect().databaseFence();
            List<String> told = new ArrayList<>();
            fence.prepare(
                    fencing, 7, MOVING, Duration.ofSeconds(1), (ready, tables) -> told.add(ready + " of " + tables));
            assertThat(told).containsExactly("0 of 1", "1 of 1");
            fence.raise(fencing, other, 7, MOVING, Duration.ofSeconds(1));
            assertThatThrownBy(() -> Jdbc.execute(client, "INSERT INTO db00001.t VALUES (1)"))
                    .hasMessageContaining("operation 7");
            fence.lower(fencing, 7, MOVING);
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, "INSERT INTO db00001.t VALUES (1)");

            fence.lower(fencing, 7, MOVING);

            assertThat(fence.isUp(fencing, 7, MOVING)).isFalse();
            Jdbc.execute(client, "COMMIT");
        }
    }
}
