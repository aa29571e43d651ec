package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code SHOW SHARD SIZES}, {@code SHOW HOT SHARDS}, and the moves of {@code PLAN REBALANCE} by both. */
@OnEachServer
class ShardSizesIT {
    private static final int STATEMENTS = 100;

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

    @Test
    void aBigShardIsFoundAndItsNeighboursMakeRoom() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            List<Long> before = sizes(operator);
            assertThat(before).hasSize(8).allMatch(bytes -> bytes > 0);
            for (int i = 0; i < 8; i++) {
                Jdbc.execute(operator, "INSERT INTO db00003.pins (data) VALUES (REPEAT('x', 4000000))");
            }
            // InnoDB counts anew behind many changes, by a thread of its own.
            Conditions.await(() -> sizes(operator).get(3) > before.get(3) + 8_000_000);
            List<Long> sizes = sizes(operator);
            assertThat(sizes.subList(0, 3)).isEqualTo(before.subList(0, 3));
            assertThat(planned(operator, "PLAN REBALANCE OF pinterest"))
                    .containsExactly("MOVE SHARDS 0-2 TO PAIR B IN pinterest");
            assertThat(planned(operator, "PLAN REBALANCE OF pinterest OVER PAIR A"))
                    .isEmpty();
            assertThatThrownBy(() -> planned(operator, "PLAN REBALANCE OF pinterst"))
                    .hasMessageContaining("no keyspace pinterst: did you mean pinterest?");
        }
    }

    private static List<Long> sizes(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW SHARD SIZES FROM pinterest").stream()
                .map(row -> Long.parseLong(row.get(6)) + Long.parseLong(row.get(7)))
                .toList();
    }

    private static List<String> planned(Connection operator, String statement) throws SQLException {
        return Jdbc.rows(operator, statement).stream().map(List::getFirst).toList();
    }

    @Test
    void theShardsThatAreAskedMostAreShown() throws Exception {
        try (Connection client = cluster.connect(0)) {
            // Rates are those of the last half a minute to a minute, as of the last second.
            Conditions.await(() -> {
                ask(client);
                return Jdbc.rows(client, "SHOW HOT SHARDS FROM pinterest").size() >= 2;
            });
            ask(client);
            List<List<String>> hot = Jdbc.rows(client, "SHOW HOT SHARDS FROM pinterest");
            assertThat(hot.get(0)).startsWith("pinterest", "5", "db00005", "B");
            assertThat(hot.get(1)).startsWith("pinterest", "6", "db00006", "B");
            assertThat(planned(client, "PLAN REBALANCE OF pinterest BY QUERIES WITHIN 20 PERCENT"))
                    .containsExactly("MOVE SHARDS 6-7 TO PAIR A IN pinterest");
        }
    }

    private static void ask(Connection client) throws SQLException {
        for (int i = 0; i < STATEMENTS; i++) {
            Jdbc.rows(client, "SELECT COUNT(*) FROM db0000" + (i % 4 == 0 ? 6 : 5) + ".pins");
        }
    }
}
