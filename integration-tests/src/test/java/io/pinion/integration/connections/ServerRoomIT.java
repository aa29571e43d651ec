package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.RecordCopy;
import io.pinion.config.settings.PairSettings;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code SHOW PAIRS} tells of a real server that lacks room for what clients write. */
class ServerRoomIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int PRIMARY_STATE = 3;

    private PairCluster cluster;
    private Connection operator;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        // A tablespace of a fixed size fills like a disk of that size, for anybody who runs the test.
        LocalPair pair = LocalPair.start(servers, "P", 9, "--innodb-data-file-path=ibdata1:8M:autoextend:max:48M");
        cluster = new PairCluster(
                directory,
                pair.primary().manage(),
                pair.standby().manage(),
                servers,
                RecordCopy.of(
                        PairSettings.DEFAULT,
                        Map.of("openRestartedPrimary", false, "resumeAbandonedOperations", false)));
        operator = cluster.connect(0);
        Conditions.await(
                "a pair that is well",
                TIMEOUT,
                () -> problems().equals("null") && shown().get(PRIMARY_STATE).equals("up"));
    }

    @AfterEach
    void stop() throws Exception {
        operator.close();
        cluster.stop();
    }

    private List<String> shown() throws SQLException {
        return Jdbc.rows(operator, "SHOW PAIRS").getFirst();
    }

    /** "null" for none. */
    private String problems() throws SQLException {
        return String.valueOf(shown().getLast());
    }

    @Test
    void aServerThatHasNoRoomForWhatClientsWriteIsToldOf() throws Exception {
        try (Connection client = cluster.connect(0)) {
            Failure full = Failure.of(() -> {
                for (int megabytes = 0; megabytes < 64; megabytes++) {
                    Jdbc.execute(client, "INSERT INTO db00000.pins (data) VALUES (REPEAT('x', 1000000))");
                }
            });
            assertThat(full.code()).isEqualTo(1114);
        }
        Conditions.await(
                "the lack of room",
                Conditions.LONG,
                () -> problems()
                                .contains("statements fail on A with error 1114, as on a full disk: free some there, as"
                                        + " the runbook disk-filling says")
                        && shown().get(PRIMARY_STATE).equals("up"));
    }
}
