package io.pinion.operations.queue;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.queue.ShardRotation.NeedsPerson;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the states of queues from the statistics of the pairs' standbys. Blocks. */
record QueueStates(OperationServices services, QueueTime time) {
    private static final Duration SILENCE = Duration.ofSeconds(20);

    /** In one question. */
    private static final int TABLES_AT_ONCE = 50;

    List<QueueState> read() throws OperationRefused {
        Topology topology = services.topology();
        List<QueueState> states = new ArrayList<>();
        for (QueueTable queue : QueueTable.of(topology)) {
            states.addAll(read(topology, queue));
        }
        return states;
    }

    private List<QueueState> read(Topology topology, QueueTable queue) throws OperationRefused {
        QueueTotals totals = new QueueTotals(queue);
        for (Map.Entry<Pair, List<QueueShard>> shards : queue.shards(topology).entrySet()) {
            Pair pair = shards.getKey();
            try (ServerConnection server = services.openForReading(topology, pair, SILENCE)) {
                PartitionRow.withFreshStatistics(server);
                read(server, shards.getValue(), time.now(server), totals);
            } catch (SQLException e) {
                totals.problem("pair " + pair.name() + " can't be asked: " + e.getMessage());
            } catch (OperationRefused e) {
                totals.problem(e.getMessage());
            }
        }
        return totals.states();
    }

    private static void read(ServerConnection server, List<QueueShard> shards, LocalDateTime now, QueueTotals totals)
            throws SQLException {
        List<TableName> tables = shards.stream().map(QueueShard::table).toList();
        for (int from = 0; from < tables.size(); from += TABLES_AT_ONCE) {
            List<TableName> some = tables.subList(from, Math.min(tables.size(), from + TABLES_AT_ONCE));
            try {
                BaseTables.asking(server.jdbc(), some, PartitionRow::read).stream()
                        .collect(Collectors.groupingBy(PartitionRow::table, LinkedHashMap::new, Collectors.toList()))
                        .forEach((table, rows) -> totals.add(table, rows, now));
            } catch (NeedsPerson e) {
                totals.problem(e.getMessage());
            }
        }
    }
}
