package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code PROMOTE PAIR … FORCE} while the primary runs, and could take writes. */
@OnEachServer
class RunningPrimaryIT {
    private PairCluster cluster;
    private ManagedServer old;
    private ManagedServer next;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPair(directory);
        old = started.all().get(0);
        next = started.all().get(1);
        cluster = new PairCluster(directory, old, next, started.end());
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    @Test
    void whatTheStandbyLacksIsSaidAndStaysOnTheOldPrimary() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            Jdbc.execute(client, "INSERT INTO db00000.pins (data) VALUES ('kept')");
            cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
            next.execute(List.of("STOP REPLICA IO_THREAD"));
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('not replicated', 1)");

            assertThat(Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p TO B FORCE").toString())
                    .contains("it answers, so that it is fenced below", "no new object gets the id of a lost one");
            String missing =
                    Jdbc.rows(operator, "PROMOTE PAIR p FORCE").getFirst().getLast();

            assertThat(missing).contains("what A (", "hasn't");
            PairCluster.awaitKnown(client);
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM rows_of")).isEqualTo("0");
            PairCluster.requireIdsPassedOver(client);
            PairCluster.write(client);
            assertThat(old.isFenced()).isTrue();
            try (Connection left = old.connection()) {
                assertThat(Jdbc.value(left, "SELECT COUNT(*) FROM shop.rows_of WHERE id = 'not replicated'"))
                        .isEqualTo("1");
            }
            assertThat(next.replication().configured()).isFalse();
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS")
                    .getFirst()
                    .get(6)
                    .contains("has transactions that the primary hasn't"));
        }
    }

    /** The operator is wrong: it isn't off. */
    @Test
    void aPrimaryThatAnswersAndCantBeFencedIsNotGivenUp() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1);
                Connection root = old.connection()) {
            Jdbc.execute(root, "LOCK TABLES shop.rows_of WRITE");

            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p FORCE FENCED"))
                            .message())
                    .contains("can't be fenced, and may take writes");

            Jdbc.execute(root, "UNLOCK TABLES");
            assertThat(next.isFenced()).isTrue();
            PairCluster.write(client);
        }
    }
}
