package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowChange;
import io.pinion.operations.copy.ServerLoad;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerLogin;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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
    private final ServerAccess access;
    private final CopyBounds bounds;
    private final OpeningTimeouts timeouts;

    ReferenceCopying(
            Task.Opening task, RunningOperation operation, OperationServices services, OpeningTimeouts timeouts) {
        this.task = task;
        this.operation = operation;
        this.access = services.access();
        this.bounds = services.copies();
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
        return ReferenceCopies.open(now, keyspace, task, access, operation.mark());
    }

    /**
     * Copies what has changed since {@link #copy}, until {@link #FEW_ROWS} or fewer are left, {@link #LOOKS} times at
     * most.
     */
    void catchUp(Topology now, Keyspace.Sharded keyspace, ReferenceCopies copies) throws OperationRefused {
        watched(now, keyspace, (watch, pace) -> catchUp(copies, pace, watch));
    }

    private void catchUp(ReferenceCopies copies, Pace pace, Watch watch) throws SQLException, CopyBroken, CopyRefused {
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
        void run(Watch watch, Pace pace) throws SQLException, CopyBroken, CopyRefused;
    }

    private void watched(Topology now, Keyspace.Sharded keyspace, Work work) throws OperationRefused {
        try (OpeningServers servers = OpeningServers.open(now, new RequestCheck(now, task).pair(), access, timeouts);
                ServerLoad load = load(now, keyspace)) {
            Watch watch = new Watch(servers, load);
            try {
                work.run(watch, new Pace(bounds.speed(), watch));
            } catch (CopyBroken | CopyRefused | SQLException e) {
                operation.requireMayGoOn();
                throw new OperationRefused(
                        "the reference tables of " + keyspace.name() + " can't be copied: " + e.getMessage());
            }
        }
    }

    /** Ends a copy when the opening must end, and lets it wait for busy servers. */
    private final class Watch implements CopyControl {
        private final OpeningServers servers;
        private final ServerLoad load;
        private int shard;

        /** @param servers of the pair that gets the copies */
        Watch(OpeningServers servers, ServerLoad load) {
            this.servers = servers;
            this.load = load;
        }

        /** @param next the index of the shard that is copied next, from 0 */
        void shard(int next) {
            shard = next;
        }

        @Override
        public boolean isCancelled() {
            return !operation.mayGoOn();
        }

        @Override
        public Optional<String> mustWait() {
            return servers.standbyBehind().or(load::reason);
        }

        @Override
        public void progressed(CopyProgress now) {
            operation.tellIfMine("copying reference tables: shard " + (shard + 1) + " of " + task.size() + ", "
                    + now.rows() + " rows written" + (now.waitsFor().isEmpty() ? "" : "; waits: " + now.waitsFor()));
        }
    }

    private ServerLoad load(Topology now, Keyspace.Sharded keyspace) {
        Optional<Account> account = now.account(Account.DATA);
        List<ServerLogin> logins = account.isEmpty()
                ? List.of()
                : List.of(ReferenceCopies.pairOfLowest(keyspace), task.pair()).stream()
                        .distinct()
                        .flatMap(pair -> now.pair(pair).stream())
                        .map(pair -> new ServerLogin(access, pair.primary(), account.get()))
                        .toList();
        return new ServerLoad(bounds.mostRunning(), logins);
    }
}
