package io.pinion.operations.queue;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.StandbyLag;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The primary of a pair, for the partitions of one queue. Statements run with the account of clients, which a fence keeps out:
 * a primary that is being replaced gets none. Blocks; for one thread.
 */
record QueueServer(
        Pair pair, ServerConnection server, ServerConnection watcher, Optional<StandbyLag> lag, BriefLocks locks)
        implements AutoCloseable {
    /** A server may take long to drop a big table, or to copy rows where somebody forces it. */
    static final Duration LONGEST_STATEMENT = Duration.ofMinutes(10);

    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final Duration STANDBY_LAG = Duration.ofSeconds(5);

    /** Logs in, and ends what another proxy has left there for the same queue. For {@link QueueTurn} alone. */
    static QueueServer open(Topology topology, ServerAccess access, QueueShard shard)
            throws SQLException, OperationRefused {
        Pair pair = shard.pair();
        Account operator = OperationServices.operator(topology);
        Account data = OperationServices.account(topology, Account.DATA);
        ServerConnection watcher = new ServerLogin(access, pair.primary(), operator).open(SILENCE);
        try {
            ServerConnection server = new ServerLogin(access, pair.primary(), data).open(LONGEST_STATEMENT);
            try {
                server.takeOver(mark(shard.queue()), LAST_STATEMENT);
                // Definitions are written and read in backquotes, and a row that comes back keeps the number 0.
                server.execute(List.of("SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00'"));
                PartitionRow.withFreshStatistics(server);
                return new QueueServer(
                        pair,
                        server,
                        watcher,
                        pair.standby()
                                .map(standby -> new StandbyLag(
                                        pair.name(), watcher, new ServerLogin(access, standby, operator))),
                        new BriefLocks(server, watcher));
            } catch (SQLException | RuntimeException e) {
                server.close();
                throw e;
            }
        } catch (SQLException | RuntimeException e) {
            watcher.close();
            throw e;
        }
    }

    private static WorkMark mark(QueueTable queue) {
        return new WorkMark("pinion_queue_"
                + UUID.nameUUIDFromBytes(queue.toString().getBytes(StandardCharsets.UTF_8))
                        .toString()
                        .replace('-', '_'));
    }

    /** Changes of tables reach the standby by replication, and hold up what is behind them there. */
    void requireStandby() throws OperationRefused {
        if (lag.isPresent() && lag.get().isMoreThan(STANDBY_LAG)) {
            throw new OperationRefused("the standby of pair " + pair.name() + " is behind by more than "
                    + STANDBY_LAG.toSeconds()
                    + " s, or doesn't answer (SHOW PAIRS): partitions are dropped when it has caught up");
        }
    }

    @Override
    public void close() {
        lag.ifPresent(StandbyLag::close);
        server.close();
        watcher.close();
    }
}
