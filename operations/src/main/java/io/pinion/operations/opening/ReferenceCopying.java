package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowChange;
import io.pinion.operations.copy.ServerLoad;
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
    private final OpeningEntry entry;
    private final OpeningGuard guard;
    private final ServerAccess access;
    private final CopyBounds bounds;
    private final OpeningTimeouts timeouts;

    ReferenceCopying(
            Task.Opening task,
            OpeningEntry entry,
            OpeningGuard guard,
            ServerAccess access,
            CopyBounds bounds,
            OpeningTimeouts timeouts) {
        this.task = task;
        this.entry = entry;
        this.guard = guard;
        this.access = access;
        this.bounds = bounds;
        this.timeouts = timeouts;
    }

    /** Copies all reference tables of the keyspace, if there are any. */
    void copy(Topology now, Keyspace.Sharded keyspace) throws OpeningRefused, Cancelled {
        if (ReferenceTables.of(keyspace).isEmpty()) {
            return;
        }
        entry.step("copying reference tables");
        try (ReferenceCopies copies = open(now, keyspace)) {
            watched(now, keyspace, (watch, pace) -> {
                copies.copy(pace, watch::shard);
                catchUp(copies, pace, watch);
            });
        }
    }

    /** The caller closes it. */
    ReferenceCopies open(Topology now, Keyspace.Sharded keyspace) throws OpeningRefused {
        return ReferenceCopies.open(now, keyspace, task, access, entry.number());
    }

    /**
     * Copies what has changed since {@link #copy}, until {@link #FEW_ROWS} or fewer are left, {@link #LOOKS} times at
     * most.
     */
    void catchUp(Topology now, Keyspace.Sharded keyspace, ReferenceCopies copies) throws OpeningRefused, Cancelled {
        watched(now, keyspace, (watch, pace) -> catchUp(copies, pace, watch));
    }

    private void catchUp(ReferenceCopies copies, Pace pace, CopyWatch watch)
            throws SQLException, CopyBroken, CopyRefused {
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
        void run(CopyWatch watch, Pace pace) throws SQLException, CopyBroken, CopyRefused;
    }

    private void watched(Topology now, Keyspace.Sharded keyspace, Work work) throws OpeningRefused, Cancelled {
        try (OpeningServers servers = OpeningServers.open(now, new RequestCheck(now, task).pair(), access, timeouts);
                ServerLoad load = load(now, keyspace)) {
            CopyWatch watch = new CopyWatch(entry, guard, servers, load, task.size());
            try {
                work.run(watch, new Pace(bounds.speed(), watch));
            } catch (CopyBroken e) {
                throw watch.cause(e);
            } catch (CopyRefused | SQLException e) {
                throw new OpeningRefused(
                        "the reference tables of " + keyspace.name() + " can't be copied: " + e.getMessage());
            }
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
