package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.demo.GivenServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.integration.testing.PairCluster;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code PROMOTE PAIR … FORCE} on MySQL 9.7. */
class ForcedPromotionMySqlIT {
    @Test
    void whatTheStandbyLacksIsSaidAndItsIdsArePassedOver(@TempDir Path directory) throws Exception {
        GivenServers given = GivenServers.mysql97();
        assumeTrue(given.addresses().size() > 1, GivenServers.howToGiveMySql97(2));
        MySqlPair pair = MySqlPair.join(given);
        ManagedServer old = pair.manage(0);
        ManagedServer next = pair.manage(1);
        PairCluster cluster = new PairCluster(directory, old, next, pair);
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            Jdbc.execute(client, "INSERT INTO db00000.pins (data) VALUES ('kept')");
            cluster.replication().awaitCaughtUp(PairCluster.PATIENCE);
            next.execute(List.of("STOP REPLICA IO_THREAD"));
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('not replicated', 1)");

            String missing =
                    Jdbc.rows(operator, "PROMOTE PAIR p FORCE").getFirst().getLast();

            assertThat(missing).contains("what A (", "hasn't");
            PairCluster.awaitKnown(client);
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM rows_of")).isEqualTo("0");
            PairCluster.requireIdsPassedOver(client);
            assertThat(old.isFenced()).isTrue();
            assertThat(next.replication().configured()).isFalse();
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS")
                    .getFirst()
                    .get(6)
                    .contains("has transactions that the primary hasn't"));
        } finally {
            cluster.stop();
        }
    }
}
