package io.pinion.operations.queue;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Makes and drops the partitions of queues on all their shards, in one pass: a thread for each pair takes one shard after the
 * other. Blocks.
 *
 * @param threads one for each pair at a time; the rest of the pairs waits
 * @param busy of earlier passes, too
 * @param force whether to copy many rows where that is needed
 */
record QueueRotation(
        OperationServices services, QueueTime time, Workers threads, QueueTurns turns, BusyShards busy, boolean force) {
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** MariaDB's ER_CONNECTION_KILLED; MySQL says nothing any more. */
    private static final int CONNECTION_KILLED = 1927;

    /**
     * A pair that is away keeps no other one from it. Returns when nothing runs any more.
     *
     * @param queues of the topology, by where they report
     * @throws OperationRefused nothing may be done any more
     */
    void rotate(Topology topology, List<RotationLog> queues) throws OperationRefused {
        Map<Pair, Map<RotationLog, List<QueueShard>>> byPair = new LinkedHashMap<>();
        for (RotationLog report : queues) {
            report.queue().shards(topology).forEach((pair, shards) -> byPair.computeIfAbsent(
                            pair, none -> new LinkedHashMap<>())
                    .put(report, shards));
        }
        List<CompletableFuture<Pair>> running = new ArrayList<>();
        byPair.forEach((pair, ofPair) -> running.add(threads.ask(() -> {
                    rotate(topology, pair, ofPair);
                    return pair;
                })
                .toCompletableFuture()));
        try {
            CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof OperationRefused refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Looks with a connection that nobody takes for one at work. */
    private void rotate(Topology topology, Pair pair, Map<RotationLog, List<QueueShard>> queues)
            throws OperationRefused {
        Account data = OperationServices.account(topology, Account.DATA);
        try (ServerConnection reader = new ServerLogin(services.access(), pair.primary(), data).open(SILENCE)) {
            PartitionRow.withFreshStatistics(reader);
            for (Map.Entry<RotationLog, List<QueueShard>> queue : queues.entrySet()) {
                rotate(queue.getValue(), reader, queue.getKey());
            }
        } catch (SQLException e) {
            String away = "the primary of pair " + pair.name() + " can't be asked (SHOW PAIRS): " + e.getMessage();
            queues.keySet().forEach(report -> report.problem(away));
        }
    }

    private void rotate(List<QueueShard> shards, ServerConnection reader, RotationLog report)
            throws OperationRefused, SQLException {
        for (QueueShard shard : shards) {
            turns.owner().require(shard.table());
            try {
                rotate(shard, reader, report);
            } catch (SQLException e) {
                if (ServerConnection.isLost(e)) {
                    throw e;
                }
                report.problem(shard.table() + ": " + e.getMessage());
            } catch (OperationRefused e) {
                turns.owner().require(shard.table());
                // Of this server, as by its clock or its standby: the next shards there would say the same.
                report.problem(e.getMessage());
                return;
            }
        }
    }

    private void rotate(QueueShard shard, ServerConnection reader, RotationLog report)
            throws SQLException, OperationRefused {
        Optional<String> rests = busy.rests(shard.table());
        if (rests.isPresent()) {
            report.problem(rests.get());
            return;
        }
        if (!new ShardLook(shard, reader, time, report).isDue()) {
            busy.free(shard.table());
            return;
        }
        Optional<QueueTurn> taken = turns.take(shard, report);
        if (taken.isPresent()) {
            try (QueueTurn turn = taken.get()) {
                rotate(turn, report);
            }
        }
    }

    private void rotate(QueueTurn turn, RotationLog report) throws SQLException, OperationRefused {
        QueueShard shard = turn.shard();
        try (QueueServer primary = turn.connect()) {
            change(turn, primary, report);
            busy.free(shard.table());
        } catch (InUse e) {
            String problem = shard.table() + " is in use: " + e.getMessage();
            busy.inUse(shard.table(), problem);
            report.problem(problem);
        }
    }

    private void change(QueueTurn turn, QueueServer primary, RotationLog report)
            throws SQLException, InUse, OperationRefused {
        try {
            new ShardRotation(turn, primary, report).rotate(time, force);
        } catch (SQLException e) {
            if (!ServerConnection.isLost(e) && e.getErrorCode() != CONNECTION_KILLED) {
                throw e;
            }
            report.lost("the connection on which the partitions of "
                    + turn.shard().table()
                    + " were changed is lost, and its last statement, which may take "
                    + QueueServer.LONGEST_STATEMENT.toMinutes() + " minutes, may go on there: " + e.getMessage());
        }
    }
}
