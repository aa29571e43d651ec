package io.pinion.operations.queue;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes and drops the partitions of queues on one pair, one shard after the other. Blocks; for one thread. */
final class PairRotation {
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** MariaDB's ER_CONNECTION_KILLED; MySQL says nothing any more. */
    private static final int CONNECTION_KILLED = 1927;

    private final RotationOwner owner;
    private final QueueTurns turns;
    private final BusyShards busy;
    private final QueueTime time;
    private final boolean force;

    PairRotation(RotationOwner owner, QueueTurns turns, BusyShards busy, QueueTime time, boolean force) {
        this.owner = owner;
        this.turns = turns;
        this.busy = busy;
        this.time = time;
        this.force = force;
    }

    /**
     * Looks with a connection that nobody takes for one at work.
     *
     * @param queues the shards of each on this pair
     * @throws OperationRefused nothing may be done any more
     */
    void rotate(Topology topology, ServerAccess access, Pair pair, Map<RotationLog, List<QueueShard>> queues)
            throws OperationRefused {
        Account data = QueueServer.data(topology);
        try (ServerConnection reader = new ServerLogin(access, pair.primary(), data).open(SILENCE)) {
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
            owner.require(shard.table());
            try {
                rotate(shard, reader, report);
            } catch (SQLException e) {
                if (ServerConnection.isLost(e)) {
                    throw e;
                }
                report.problem(shard.table() + ": " + e.getMessage());
            } catch (OperationRefused e) {
                owner.require(shard.table());
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
