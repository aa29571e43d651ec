package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.RowWriters;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code PROMOTE PAIR … FORCE} and {@code OPEN PAIR} with servers that were killed, or stopped following. */
class ForcedPromotionIT {
    private static final int WRITERS = 8;
    private static final int ROWS = 300;

    private PairCluster cluster;
    private LocalServer old;
    private LocalServer next;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        LocalPair pair = LocalPair.start(servers, "P", 7);
        old = pair.primary();
        next = pair.standby();
        cluster = new PairCluster(directory, old.manage(), next.manage(), servers);
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    @Test
    void aPrimaryThatIsGoneIsGivenUpOnTheOperatorsWord() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            Jdbc.execute(client, "INSERT INTO db00000.pins (data) VALUES ('kept')");
            RowWriters writers = new RowWriters(cluster, WRITERS, Duration.ZERO);
            try (writers) {
                writers.awaitMore(ROWS);
            }
            assertThat(writers.errors).isEmpty();
            cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
            old.kill9();

            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p"))
                            .message())
                    .contains("A (", "can't be reached", "PROMOTE PAIR p FORCE");
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p FORCE"))
                            .message())
                    .contains("nobody knows that it takes no writes", "has received everything up to", "FORCE FENCED");
            String planned =
                    Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p FORCE FENCED").toString();
            assertThat(planned).contains("it is taken for gone", "may be missing: what A had acknowledged behind");
            List<String> promoted =
                    Jdbc.rows(operator, "PROMOTE PAIR p FORCE FENCED").getFirst();

            assertThat(promoted).contains("p", "B", "A");
            assertThat(promoted.getLast()).contains("what A had acknowledged behind");
            assertThat(PairCluster.lastOperation(operator))
                    .contains("done", "PROMOTE PAIR p TO B FORCE FENCED", "may be missing: " + promoted.getLast());
            PairCluster.awaitKnown(client);
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM rows_of"))
                    .isEqualTo(Integer.toString(writers.acknowledged.size()));
            PairCluster.requireIdsPassedOver(client);
            // It follows nobody, so that nothing that was given up comes back.
            old.restart();
            Conditions.await(() -> Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p"))
                    .message()
                    .contains("doesn't follow"));
            // But it lacks nothing.
            Conditions.await("the old primary follows", PairCluster.TIMEOUT, () -> {
                try (ManagedServer root = old.manage()) {
                    return root.replication().isRunning();
                }
            });
            assertThat(Jdbc.rows(operator, "REPLACE STANDBY p WITH A").getFirst())
                    .startsWith("p", "B", "A", "0", "0");
            PairCluster.write(client);
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").toString().contains("both ways"));
            assertThat(Jdbc.rows(operator, "PROMOTE PAIR p").getFirst().get(1)).isEqualTo("A");
            PairCluster.write(client);
        }
    }

    @Test
    void whatAnOldPrimaryAloneHasIsToldBeforeItIsDiscarded() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            PairCluster.write(client);
            cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
            next.execute("STOP SLAVE IO_THREAD");
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('not replicated', 1)");
            old.kill9();
            Jdbc.rows(operator, "PROMOTE PAIR p FORCE FENCED");
            PairCluster.awaitKnown(client);
            PairCluster.write(client);
            Conditions.await(() -> advised(operator).startsWith("REPLACE STANDBY p WITH A, when A is started"));

            old.start();

            String cure =
                    "REPLACE STANDBY p WITH A DISCARD CONTENTS, when the rows of 7-71:9, which A alone has, are saved";
            Conditions.await(() -> advised(operator).startsWith(cure));
            Conditions.await(() -> Jdbc.rows(operator, "CHECK SERVERS").size() == 2);
            assertThat(Jdbc.rows(operator, "CHECK SERVERS"))
                    .allSatisfy(finding -> assertThat(finding.get(5)).startsWith(cure));
        }
    }

    private static String advised(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW CLUSTER STATUS").stream()
                .filter(row -> row.get(1).equals("pair p"))
                .map(row -> row.get(3) + ", " + row.get(4))
                .findFirst()
                .orElse("");
    }

    @Test
    void aPromotionThatBrokeOffIsGivenUpWithoutItsStandby() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            cluster.breakOff(operator);
            next.kill9();

            Jdbc.execute(
                    operator,
                    "CANCEL OPERATION " + PairCluster.lastOperation(operator).getFirst());

            PairCluster.write(client);
        }
    }

    @Test
    void aPromotionThatMayHaveOpenedItsStandbyIsNotGivenUpWithoutIt() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            cluster.breakOff(operator, "opening the standby");
            next.kill9();
            String number = PairCluster.lastOperation(operator).getFirst();

            assertThat(Failure.of(() -> Jdbc.execute(operator, "CANCEL OPERATION " + number))
                            .message())
                    .contains("takes writes already, or may", "RESUME OPERATION " + number);

            next.start();
            Conditions.await(() -> {
                try {
                    Jdbc.execute(operator, "RESUME OPERATION " + number);
                    return true;
                } catch (SQLException notYet) {
                    return false;
                }
            });
            assertThat(PairCluster.primary(operator)).isEqualTo("B");
        }
    }

    @Test
    void oneByForceInItsPlaceKnowsThatTheStandbyMayBeOpen() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            cluster.breakOff(operator, "opening the standby");
            next.execute("STOP SLAVE SQL_THREAD");
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p FORCE"))
                            .message())
                    .contains("doesn't apply");
            next.kill9();
            String number = PairCluster.lastOperation(operator).getFirst();

            assertThat(Failure.of(() -> Jdbc.execute(operator, "CANCEL OPERATION " + number))
                            .message())
                    .contains("takes writes already, or may", "RESUME OPERATION " + number);
        }
    }

    @Test
    void aPlannedPromotionWhosePrimaryDiesIsForced() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            next.execute("STOP SLAVE SQL_THREAD");
            // It waits for a lag that never gets small, and meets a primary that is gone.
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p"))
                            .message())
                    .contains("doesn't follow");
            old.kill9();
            Conditions.await(() -> advised(operator).contains("START SLAVE SQL_THREAD there goes on with it"));
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p FORCE FENCED"))
                            .message())
                    .contains("doesn't apply what it has received", "START SLAVE SQL_THREAD");
            next.execute("START SLAVE SQL_THREAD");

            Jdbc.execute(operator, "PROMOTE PAIR p TO B FORCE FENCED");

            PairCluster.awaitKnown(client);
        }
    }

    /** As when a crash has taken the last transactions of the primary. */
    @Test
    void aPromotionWhoseStandbyHasMoreIsNotGivenUp() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            cluster.breakOff(operator);
            old.execute("STOP SLAVE");
            next.execute("INSERT INTO shop.rows_of VALUES ('only here', 1)");
            String number = PairCluster.lastOperation(operator).getFirst();

            assertThat(Failure.of(() -> Jdbc.execute(operator, "CANCEL OPERATION " + number))
                            .message())
                    .contains("has transactions that the primary A", "RESUME OPERATION " + number);
            old.execute("START SLAVE");
            cluster.replication().awaitRunning(PairCluster.TIMEOUT);
            Jdbc.execute(operator, "RESUME OPERATION " + number);

            assertThat(Jdbc.column(client, "SELECT id FROM rows_of")).containsExactly("only here");
            PairCluster.write(client);
        }
    }

    /** As a backup of it does. */
    @Test
    void whoReadsOnTheStandbyDoesntHoldItUp() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1);
                ManagedServer standby = next.manage();
                Connection backup = standby.connection()) {
            cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
            Jdbc.execute(backup, "START TRANSACTION WITH CONSISTENT SNAPSHOT");
            Jdbc.value(backup, "SELECT COUNT(*) FROM db00000.pins");
            old.kill9();

            Jdbc.execute(operator, "PROMOTE PAIR p FORCE FENCED");

            PairCluster.awaitKnown(client);
            PairCluster.requireIdsPassedOver(client);
        }
    }

    @Test
    void idsStayPassedOverWhenTheNewPrimaryIsKilled() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            Jdbc.execute(operator, "ALTER TABLE db00001.pins ADD CHECK (data IS NOT NULL)");
            cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
            old.kill9();
            assertThat(Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p FORCE FENCED")
                            .toString())
                    .contains("tables whose counters are raised: 2, so that statements wait for about 1 s in all");
            Jdbc.execute(operator, "PROMOTE PAIR p FORCE FENCED");
            next.kill9();
            next.start();
            Jdbc.execute(operator, "OPEN PAIR p");
            try (Connection client = cluster.connect(1)) {
                PairCluster.requireIdsPassedOver(client);
            }
        }
    }

    @Test
    void aPrimaryThatHasRestartedIsOpened() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            old.restart();
            assertThat(Failure.of(() -> {
                                try (Connection client = cluster.connect(1)) {
                                    PairCluster.write(client);
                                }
                            })
                            .code())
                    .isEqualTo(1290);

            assertThat(Jdbc.rows(operator, "OPEN PAIR p")).containsExactly(List.of("p", "A", "fenced"));

            try (Connection client = cluster.connect(1)) {
                PairCluster.write(client);
            }
            next.fence(false);
            assertThat(Failure.of(() -> Jdbc.execute(operator, "OPEN PAIR p")).message())
                    .contains("B", "takes writes");
            next.kill9();
            assertThat(Jdbc.rows(operator, "OPEN PAIR p")).containsExactly(List.of("p", "A", "not reached"));
        }
    }
}
