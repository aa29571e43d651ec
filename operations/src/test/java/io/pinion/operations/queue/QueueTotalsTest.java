package io.pinion.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.engine.Cluster;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.PartitionBound;
import io.pinion.routing.queue.QueuePartition;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueTotalsTest {
    private static final LocalDateTime NOW = LocalDateTime.of(2040, 5, 7, 4, 30);

    @Test
    void shardsAreAddedUpAndOnlySomeProblemsAreKept(@TempDir Path directory) throws Exception {
        Cluster cluster = Cluster.in(directory);
        DeclaredQueue.in(cluster, "NEW:0,OK:2:1h:2h");
        QueueTotals totals = new QueueTotals(QueueTable.named(cluster.topology(), "pinterest.jobs"));

        for (int shard = 0; shard < 1000; shard++) {
            TableName table = new TableName("db%05d".formatted(shard), "jobs");
            totals.add(
                    table,
                    List.of(
                            row(table, "pNEW_FUTURE", "0,MAXVALUE", 3),
                            row(table, "p_CATCHALL_BELOW_OK", "1,MAXVALUE", 1),
                            row(table, "pOK_1", "2,'2040-05-07 04:00:00'", 0),
                            row(table, "pOK_2", "2,'2040-05-07 05:00:00'", 2),
                            row(table, "pOK_FUTURE", "2,MAXVALUE", 0),
                            row(table, "p_CATCHALL", "MAXVALUE,MAXVALUE", 0)),
                    NOW);
        }
        List<QueueState> states = totals.states();

        assertThat(states).extracting(QueueState::state).containsExactly("NEW", "OK", "");
        assertThat(states).extracting(QueueState::jobs).containsExactly(3000L, 2000L, 1000L);
        assertThat(states).extracting(QueueState::bytes).containsExactly(1_000_000L, 3_000_000L, 2_000_000L);
        assertThat(states).extracting(QueueState::partitions).containsExactly(1, 3, 2);
        assertThat(states.get(1).oldest()).hasValue(LocalDateTime.of(2040, 5, 7, 4, 0));
        assertThat(states.get(1).next()).hasValue(LocalDateTime.of(2040, 5, 7, 5, 0));
        assertThat(states.getFirst().problems())
                .hasSize(6)
                .contains("partition p_CATCHALL_BELOW_OK of db00004.jobs has jobs in a state that the topology doesn't"
                        + " declare, which are never dropped: declare it, or change them")
                .endsWith("and 995 more");
    }

    @Test
    void jobsOfTheFirstPartitionAreOlderThanAllThatHaveATime(@TempDir Path directory) throws Exception {
        Cluster cluster = Cluster.in(directory);
        DeclaredQueue.in(cluster, "NEW:0,OK:2:1h:2h");
        QueueTotals totals = new QueueTotals(QueueTable.named(cluster.topology(), "pinterest.jobs"));
        for (int shard = 0; shard < 2; shard++) {
            TableName table = new TableName("db%05d".formatted(shard), "jobs");
            totals.add(
                    table,
                    List.of(
                            row(table, "pOK_1", "2,'2040-05-07 04:00:00'", 1 - shard),
                            row(table, "pOK_2", "2,'2040-05-07 05:00:00'", 2),
                            row(table, "pOK_FUTURE", "2,MAXVALUE", 0)),
                    NOW);
        }
        assertThat(totals.states().get(1).oldest()).isEmpty();
    }

    private static PartitionRow row(TableName table, String name, String bound, long rows) {
        return new PartitionRow(table, new QueuePartition(name, PartitionBound.parse(bound)), rows, 1000);
    }
}
