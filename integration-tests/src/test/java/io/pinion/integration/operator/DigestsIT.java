package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code SHOW DIGESTS}: which statements eat a pair. */
@OnEachServer
class DigestsIT {
    private MoveCluster cluster;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    /** Pair, keyspace, count, sent, rows, failed and errors of the one shape that has these words. */
    private static List<String> digest(Connection operator, String words) throws SQLException {
        List<List<String>> found = Jdbc.rows(operator, "SHOW DIGESTS").stream()
                .filter(row -> row.getLast().contains(words))
                .toList();
        assertThat(found).as(words).hasSize(1);
        List<String> row = found.getFirst();
        return Arrays.asList(row.get(0), row.get(1), row.get(3), row.get(10), row.get(11), row.get(13), row.get(14));
    }

    private Connection preparing() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + cluster.port(0)
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&useServerPrepStmts=true",
                MoveCluster.USER,
                MoveCluster.PASSWORD);
    }

    @Test
    void statementsOfOneShapeAreCountedTogether() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            Jdbc.execute(operator, "RESET DIGESTS");
            for (int i = 0; i < 20; i++) {
                Jdbc.rows(operator, "SELECT COUNT(*) AS one FROM db00005.pins WHERE local_id > " + i);
                Jdbc.rows(operator, "SELECT COUNT(*) AS every FROM pins");
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> Jdbc.rows(operator, "SELECT nothing FROM db00005.pins"))
                        .isInstanceOf(SQLException.class);
            }
            assertThat(digest(operator, "AS one")).containsExactly("B", "pinterest", "20", "20", "20", "0", "null");
            assertThat(digest(operator, "AS every"))
                    .containsExactly("null", "pinterest", "20", "40", "20", "0", "null");
            assertThat(digest(operator, "SELECT nothing"))
                    .containsExactly("B", "pinterest", "3", "3", "0", "3", "1054: 3");

            Jdbc.execute(operator, "RESET DIGESTS");
            assertThat(Jdbc.rows(operator, "SHOW DIGESTS WHERE statement LIKE '%AS one%'"))
                    .isEmpty();
        }
    }

    @Test
    void executionsCountAndPreparationsDont() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = preparing()) {
            Jdbc.execute(operator, "RESET DIGESTS");
            try (PreparedStatement prepared =
                    client.prepareStatement("SELECT COUNT(*) AS bound FROM db00005.pins WHERE local_id > ?")) {
                for (int i = 0; i < 5; i++) {
                    prepared.setInt(1, i);
                    prepared.executeQuery().close();
                }
            }
            assertThat(digest(operator, "AS bound")).containsExactly("B", "pinterest", "5", "5", "5", "0", "null");
        }
    }
}
