package io.pinion.integration.standby;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.LocalPairs;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody changes a row of the copy while shards move: nobody is ever sent to that copy. */
class DifferingCopyIT {
    /** So many that the copy takes longer than the change of one of them. */
    private static final int ROWS = 20_000;

    private static final String MOVE = "MOVE SHARD 1 TO PAIR B IN pinterest";
    private static final String ROW = "SELECT data FROM db00001.pins WHERE local_id = 7";

    private MoveCluster cluster;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = LocalPairs.start(directory).cluster(directory);
        cluster.primary(0)
                .execute(List.of(
                        "INSERT INTO db00001.pins (data) SELECT CONCAT('{\"n\": ', seq, '}') FROM db00001.seq_1_to_"
                                + ROWS));
        cluster.awaitCaughtUp(0);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    @Test
    void itIsMendedAndTheMoveGoesOnOrItIsGivenUp() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number = moveWithAChange(operator);
            String end = MoveCluster.awaitEnd(operator, number);
            assertThat(end)
                    .startsWith("failed: ")
                    .contains(
                            "the copy on B1 (",
                            "is not equal: db00001: ",
                            "pins",
                            "RESUME OPERATION " + number,
                            "CANCEL OPERATION " + number);
            assertThat(MoveCluster.pairOf(operator, 1)).isEqualTo("A");
            Jdbc.execute(operator, "UPDATE db00001.pins SET data = 'of a client' WHERE local_id = 8");

            Jdbc.execute(operator, "RESUME OPERATION " + number);
            assertThat(MoveCluster.awaitEnd(operator, number))
                    .startsWith("failed: ")
                    .contains("is not equal: db00001: ");

            cluster.primary(1)
                    .executeUnreplicated(List.of("UPDATE db00001.pins SET data = '{\"n\": 7}' WHERE local_id = 7"));
            Jdbc.execute(operator, "RESUME OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: moved");
            assertThat(rowsByServer(1)).containsOnly(Map.entry("B1", "{\"n\": 7}"), Map.entry("B2", "{\"n\": 7}"));
            Jdbc.execute(operator, "REVERT OPERATION " + number);

            String again = moveWithAChange(operator);
            assertThat(MoveCluster.awaitEnd(operator, again)).startsWith("failed: ");
            Jdbc.execute(operator, "CANCEL OPERATION " + again);

            assertThat(MoveCluster.awaitEnd(operator, again)).startsWith("cancelled");
            assertThat(rowsByServer(1)).isEmpty();
            assertThat(Jdbc.value(operator, ROW)).isEqualTo("{\"n\": 7}");
            assertThat(Jdbc.value(operator, "SELECT data FROM db00001.pins WHERE local_id = 8"))
                    .isEqualTo("of a client");
        }
    }

    /** As a proxy may let somebody do that has not heard of the move. */
    @Test
    void shardsDontGoBackToACopyThatSomebodyHasEmptied() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number = Jdbc.rows(operator, MOVE).getFirst().getFirst();
            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: moved");
            cluster.primary(0).execute(List.of("TRUNCATE db00001.pins"));

            assertThat(Failure.of(() -> Jdbc.execute(operator, "REVERT OPERATION " + number))
                            .message())
                    .contains("the copy on A1 (", "is not equal: db00001: ", "FINISH OPERATION " + number);

            assertThat(MoveCluster.pairOf(operator, 1)).isEqualTo("B");
            assertThat(MoveCluster.told(operator, number)).startsWith("waiting: moved");
            Jdbc.execute(operator, "FINISH OPERATION " + number);
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM db00001.pins"))
                    .isEqualTo(String.valueOf(ROWS));
        }
    }

    /** @return the number of the operation, whose copy has another row 7 by now */
    private String moveWithAChange(Connection operator) throws Exception {
        try (Connection root = cluster.primary(1).connection()) {
            Jdbc.execute(root, "SET SESSION sql_log_bin=0");
            CompletableFuture<Void> change = CompletableFuture.runAsync(() -> changeTheCopy(root));
            String number = Jdbc.rows(operator, MOVE).getFirst().getFirst();
            change.join();
            Jdbc.execute(root, "SET SESSION sql_log_bin=1");
            return number;
        }
    }

    /** As soon as the row is there, which is before the last one is. */
    private static void changeTheCopy(Connection root) {
        Conditions.await("the copy of the row", MoveCluster.TIMEOUT, () -> {
            try (Statement statement = root.createStatement()) {
                return statement.executeUpdate("UPDATE db00001.pins SET data = 'changed' WHERE local_id = 7") == 1;
            } catch (SQLException notYet) {
                return false;
            }
        });
    }

    /** On the servers of a pair that have it. */
    private Map<String, String> rowsByServer(int pair) throws SQLException {
        Map<String, String> rows = new TreeMap<>();
        for (int i = 0; i < 2; i++) {
            cluster.awaitCaughtUp(pair);
            try (Connection root = cluster.servers(pair).get(i).connection()) {
                if (Jdbc.column(root, "SHOW DATABASES").contains("db00001")) {
                    rows.put((pair == 0 ? "A" : "B") + (i + 1), String.valueOf(Jdbc.value(root, ROW)));
                }
            }
        }
        return rows;
    }
}
