package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowChange;
import io.pinion.operations.copy.StandbyLag;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerLogin;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Copies the rows of reference tables to the new shards while clients go on writing them. Blocks. */
final class ReferenceCopying {
    /**
     * The most changed rows, on all new shards together, that are held in memory; beyond that the tables are copied
     * again.
     */
    private static final long MOST_ROWS = 100_000;

    /** The most changed rows that are left for the moment in which statements are held. */
    private static final long FEW_ROWS = 500;

    private static final int LOOKS = 5;

    private final Task.Opening task;
    private final RunningOperation operation;
    private final OperationServices services;
    private final OpeningTimeouts timeouts;

    ReferenceCopying(
            Task.Opening task, RunningOperation operation, OperationServices services, OpeningTimeouts timeouts) {
        this.task = task;
        this.operation = operation;
        this.services = services;
        this.timeouts = timeouts;
    }

    /** Copies all reference tables of the keyspace, if there are any. */
    void copy(Topology now, Keyspace.Sharded keyspace) throws OperationRefused {
        if (ReferenceTables.of(keyspace).isEmpty()) {
            return;
        }
        operation.tell("copying reference tables");
        try (ReferenceCopies copies = open(now, keyspace)) {
            watched(now, keyspace, (watch, pace) -> {
                copies.copy(pace, watch::shard);
                catchUp(copies, pace, watch);
            });
        }
    }

    /** The caller closes it. */
    ReferenceCopies open(Topology now, Keyspace.Sharded keyspace) throws OperationRefused {
        return ReferenceCopies.open(now, keyspace, task, services.access(), operation.mark());
    }

    /**
     * Copies what has changed since {@link #copy}, until {@link #FEW_ROWS} or fewer are left, {@link #LOOKS} times at
     * most.
     */
    void catchUp(Topology now, Keyspace.Sharded keyspace, ReferenceCopies copies) throws OperationRefused {
        watched(now, keyspace, (watch, pace) -> catchUp(copies, pace, watch));
    }

    private void catchUp(ReferenceCopies copies, Pace pace, Watch watch) throws SQLException, OperationRefused {
        for (int look = 0; look < LOOKS; look++) {
            Optional<RowChange> change = copies.change(MOST_ROWS, pace);
            if (change.isEmpty()) {
                copies.copy(pace, watch::shard);
            } else if (copies.size(change.get()) <= FEW_ROWS) {
                return;
            } else {
                copies.write(change.get(), pace);
            }
        }
    }

    private interface Work {
        void run(Watch watch, Pace pace) throws SQLException, OperationRefused;
    }

    private void watched(Topology now, Keyspace.Sharded keyspace, Work work) throws OperationRefused {
        Pair pair = new RequestCheck(now, task).pair();
        Account operator = OperationServices.operator(now);
        try (OpeningServers servers = OpeningServers.open(now, pair, services.access(), timeouts);
                Watch watch = new Watch(
                        clients(now, keyspace),
                        pair
                                .standby()
                                .map(standby -> new StandbyLag(
                                        pair.name(),
                                        servers.primary(),
                                        new ServerLogin(services.access(), standby, operator)))
                                .stream()
                                .toList())) {
            try {
                work.run(watch, new Pace(services.copies().speed(), watch));
            } catch (OperationRefused | SQLException e) {
                operation.requireMayGoOn();
                throw new OperationRefused(
                        "the reference tables of " + keyspace.name() + " can't be copied: " + e.getMessage());
            }
        }
    }

    /** Tells which shard gets its rows. */
    private final class Watch extends CopyOfOperation {
        private int shard;

        /** @param standbys of the pair that gets the copies */
        Watch(List<ServerLogin> servers, List<StandbyLag> standbys) {
            super(operation, services, servers, standbys);
        }

        /** @param next the index of the shard that is copied next, from 0 */
        void shard(int next) {
            shard = next;
        }

        @Override
        public void progressed(CopyProgress now) {
            operation.tellIfMine("copying reference tables: shard " + (shard + 1) + " of " + task.size() + ", "
                    + now.rows() + " rows written" + (now.waitsFor().isEmpty() ? "" : "; waits: " + now.waitsFor()));
        }
    }

    /** The servers whose clients must not feel it. */
    private List<ServerLogin> clients(Topology now, Keyspace.Sharded keyspace) {
        return now.account(Account.DATA).stream()
                .flatMap(account -> Stream.of(ReferenceCopies.pairOfLowest(keyspace), task.pair())
                        .distinct()
                        .flatMap(pair -> now.pair(pair).stream())
                        .map(pair -> new ServerLogin(services.access(), pair.primary(), account)))
                .toList();
    }
}
