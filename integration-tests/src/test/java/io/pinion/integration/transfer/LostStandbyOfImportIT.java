package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.LocalPairs;
import io.pinion.integration.testing.MoveCluster;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A standby is gone for good, or follows nobody, while an import waits for its end, which may last for days: another one takes its place. */
class LostStandbyOfImportIT {
    private static final String OLD = "A";
    private static final String NEW = "B";

    private LocalPairs pairs;
    private MoveCluster cluster;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        pairs = LocalPairs.start(directory);
        cluster = pairs.cluster(directory);
        cluster.primary(0)
                .execute(List.of(
                        "CREATE DATABASE shop",
                        "CREATE TABLE shop.users (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40))",
                        "INSERT INTO shop.users (name) VALUES ('ada'), ('ben'), ('eve')"));
        cluster.awaitCaughtUp(0);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    /** As an old primary does that is back behind a promotion by force. */
    @Test
    void aStandbyThatFollowsNobodyIsReplacedByItselfBeforeTheWayBack() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number = handedOver(operator);
            pairs.second().standby().execute("STOP SLAVE", "RESET SLAVE ALL");

            assertThatThrownBy(() -> Jdbc.rows(operator, "REVERT OPERATION " + number))
                    .hasMessageContaining("B2 (127.0.0.1:")
                    .hasMessageContaining("replication is stopped")
                    .hasMessageContaining("REPLACE STANDBY " + NEW + " WITH B2");
            Jdbc.rows(operator, "REPLACE STANDBY " + NEW + " WITH B2");

            Jdbc.rows(operator, "REVERT OPERATION " + number);
            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("reverted");
        }
    }

    private static String handedOver(Connection operator) throws Exception {
        String number = Jdbc.rows(
                        operator,
                        "IMPORT DATABASE shop FROM PAIR " + OLD + " AS MOD SHARDS 4 ON PAIR " + NEW
                                + " TABLES '{\"users\": {\"key\": \"id\"}}'")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: handed over");
        return number;
    }

    @ParameterizedTest
    @CsvSource({"1, FINISH, done", "1, REVERT, reverted", "2, FINISH, done", "2, REVERT, reverted"})
    void theImportComesToItsEnd(int lost, String way, String end) throws Exception {
        String pair = lost == 1 ? OLD : NEW;
        cluster.addServer(
                "spare",
                pairs.servers()
                        .start(new ServerSpec("P3", 31, lost, 0, List.of()))
                        .manage());
        try (Connection operator = cluster.connect(0)) {
            String number = handedOver(operator);
            String replace = "REPLACE STANDBY " + pair + " WITH spare";
            assertThatThrownBy(() -> Jdbc.rows(operator, replace)).hasMessageContaining("OPERATION " + number);
            (lost == 1 ? pairs.first() : pairs.second()).standby().kill9();
            assertThatThrownBy(() -> Jdbc.rows(operator, "FINISH OPERATION " + number))
                    .hasMessageContaining("REPLACE STANDBY " + pair + " WITH 'host:port'");

            Jdbc.rows(operator, replace);
            Jdbc.execute(operator, "INSERT INTO shop.users (name) VALUES ('zoe')");
            Jdbc.rows(operator, way + " OPERATION " + number);
            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith(end);
            if (way.equals("FINISH")) {
                assertThat(Jdbc.column(operator, "SELECT name FROM shop.users ORDER BY name"))
                        .containsExactly("ada", "ben", "eve", "zoe");
            } else {
                try (Connection root = cluster.primary(0).connection()) {
                    Jdbc.execute(root, "INSERT INTO shop.users (name) VALUES ('written at last')");
                    assertThat(Jdbc.column(root, "SELECT name FROM shop.users ORDER BY name"))
                            .containsExactly("ada", "ben", "eve", "written at last", "zoe");
                }
            }
            Jdbc.rows(operator, "PROMOTE PAIR " + pair);
        }
    }
}
