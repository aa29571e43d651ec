package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.LocalServer;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.LocalPairs;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server is gone for good while shards of its pair are on the way: the move comes to its end with another one. */
class LostStandbyOfMoveIT {
    private LocalPairs pairs;
    private MoveCluster cluster;
    private ManagedServer spare;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        pairs = LocalPairs.start(directory);
        LocalServer empty = pairs.servers().start(new ServerSpec("P3", 31, 1, 0, List.of()));
        cluster = pairs.cluster(directory);
        spare = empty.manage();
        cluster.addServer("A3", spare);
    }

    @AfterEach
    void stop() throws Exception {
        spare.close();
        cluster.stop();
    }

    @Test
    void theOldCopyIsDroppedOnceThePairHasAnotherStandby() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number = moved(operator);
            refused(operator, "REPLACE STANDBY A WITH A3", "OPERATION " + number + " first");
            pairs.first().standby().kill9();

            refused(operator, "FINISH OPERATION " + number, "REPLACE STANDBY A WITH 'host:port'");
            Jdbc.rows(operator, "REPLACE STANDBY A WITH A3");
            Jdbc.execute(operator, "INSERT INTO db00001.pins (data) VALUES ('written where it is now')");
            Jdbc.rows(operator, "FINISH OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("done");
            Jdbc.rows(operator, "PROMOTE PAIR A");
            assertThat(databases(spare)).contains("db00000").doesNotContain("db00001");
            requireWritable(operator);
        }
    }

    @Test
    void aPromotionByForceLeadsToTheSameEnd() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number = moved(operator);
            cluster.awaitCaughtUp(0);
            pairs.first().primary().kill9();
            Jdbc.rows(operator, "PROMOTE PAIR A FORCE FENCED");

            refused(operator, "FINISH OPERATION " + number, "REPLACE STANDBY A WITH 'host:port'");
            Jdbc.rows(operator, "REPLACE STANDBY A WITH A3");
            refused(operator, "REVERT OPERATION " + number, "FINISH OPERATION " + number);
            Jdbc.rows(operator, "FINISH OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("done");
            requireWritable(operator);
        }
    }

    /** The shards go back to the pair although the server to which nobody wrote is another one by now. */
    @Test
    void aRollbackStaysPossible() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number = moved(operator);
            pairs.first().standby().kill9();
            Jdbc.rows(operator, "REPLACE STANDBY A WITH A3");
            Jdbc.execute(operator, "INSERT INTO db00001.pins (data) VALUES ('written where it is now')");

            Jdbc.rows(operator, "REVERT OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("reverted: turned back");
            assertThat(MoveCluster.pairOf(operator, 1)).isEqualTo("A");
            Jdbc.rows(operator, "PROMOTE PAIR A");
            assertThat(Jdbc.column(operator, "SELECT data FROM db00001.pins"))
                    .containsExactly("written where it is now");
            requireWritable(operator);
        }
    }

    @Test
    void oneThatHasNotMovedYetIsGivenUp() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection idle = cluster.connect(1)) {
            Jdbc.execute(idle, "BEGIN");
            Jdbc.execute(idle, "INSERT INTO db00001.pins (data) VALUES ('committed late')");
            String number = Jdbc.rows(operator, "MOVE SHARD 1 TO PAIR B IN pinterest")
                    .getFirst()
                    .getFirst();
            cluster.awaitHeldUp(operator, number);
            pairs.first().standby().kill9();
            refused(operator, "CANCEL OPERATION " + number, "A2");
            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("failed");
            Jdbc.execute(idle, "COMMIT");

            refused(operator, "CANCEL OPERATION " + number, "REPLACE STANDBY A WITH 'host:port'");
            Jdbc.rows(operator, "REPLACE STANDBY A WITH A3");
            Jdbc.execute(operator, "CANCEL OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("cancelled");
            Jdbc.rows(operator, "PROMOTE PAIR A");
            assertThat(Jdbc.column(operator, "SELECT data FROM db00001.pins")).containsExactly("committed late");
            requireWritable(operator);
        }
    }

    /** @return the number of the operation that has moved shard 1 from A to B, and waits */
    private static String moved(Connection operator) throws SQLException {
        String number = Jdbc.rows(operator, "MOVE SHARD 1 TO PAIR B IN pinterest")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: moved");
        return number;
    }

    private static void refused(Connection operator, String statement, String why) {
        assertThatThrownBy(() -> Jdbc.rows(operator, statement)).hasMessageContaining(why);
    }

    private static void requireWritable(Connection operator) throws SQLException {
        for (int shard = 0; shard < 8; shard++) {
            Jdbc.execute(operator, "INSERT INTO " + MoveCluster.database(shard) + ".pins (data) VALUES ('at last')");
        }
    }

    private static List<String> databases(ManagedServer root) throws SQLException {
        try (Connection connection = root.connection()) {
            return Jdbc.column(connection, "SHOW DATABASES");
        }
    }
}
