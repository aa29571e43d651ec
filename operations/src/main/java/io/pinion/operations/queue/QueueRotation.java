package io.pinion.operations.queue;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Makes and drops the partitions of a queue on all its shards, one after the other. Blocks; for one thread. */
final class QueueRotation {
    private final Topology topology;
    private final ServerAccess access;
    private final QueueTime time;
    private final Executor threads;

    /** When each shard's turn is. */
    interface Turns {
        /** Called before each shard is looked at; refuses when it must end. */
        void before(String database) throws OperationRefused;

        /** Taken while a shard is changed; empty when somebody else changes the table. */
        Optional<Turn> take() throws OperationRefused;
    }

    /** Lasts until it is closed. */
    interface Turn {
        void close();
    }

    /** @param threads has one for each rotation at a time */
    QueueRotation(Topology topology, ServerAccess access, QueueTime time, Executor threads) {
        this.topology = topology;
        this.access = access;
        this.time = time;
        this.threads = threads;
    }

    /** A pair that is away keeps no other one from it. */
    void rotate(QueueTable queue, boolean force, Turns turns, RotationLog report) throws OperationRefused {
        for (Map.Entry<String, List<String>> databases : queue.databases().entrySet()) {
            String pair = databases.getKey();
            turns.before(databases.getValue().getFirst());
            try (QueueServer primary = QueueServer.open(topology, access, queue, pair, threads)) {
                rotate(queue, primary, databases.getValue(), force, turns, report);
            } catch (SQLException e) {
                report.problem("the primary of pair " + pair + " can't be asked (SHOW PAIRS): " + e.getMessage());
            }
        }
    }

    private void rotate(
            QueueTable queue,
            QueueServer primary,
            List<String> databases,
            boolean force,
            Turns turns,
            RotationLog report)
            throws OperationRefused, SQLException {
        for (String database : databases) {
            turns.before(database);
            try {
                rotate(new ShardRotation(queue, primary, database, time, report), force, turns);
            } catch (SQLException e) {
                if (ServerConnection.isLost(e)) {
                    throw e;
                }
                report.problem(database + "." + queue.table() + ": " + e.getMessage());
            } catch (OperationRefused e) {
                // Of this server, as by its clock or its standby: the next shards there would say the same.
                report.problem(e.getMessage());
                return;
            }
        }
    }

    private static void rotate(ShardRotation shard, boolean force, Turns turns) throws SQLException, OperationRefused {
        if (shard.isDue()) {
            Optional<Turn> turn = turns.take();
            if (turn.isPresent()) {
                try {
                    shard.rotate(force);
                } finally {
                    turn.get().close();
                }
            }
        }
    }
}
