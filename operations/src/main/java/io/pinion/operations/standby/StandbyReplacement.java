package io.pinion.operations.standby;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.NewServerAccounts;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.CopyRefused;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.ServerLoad;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.replication.Position;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.verify.PairDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One attempt to replace a standby, from wherever another one has left off. Blocks; for whoever holds the pair's lock.
 */
final class StandbyReplacement {
    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /** In one wait for replication, of many: in between it looks whether it shall go on. */
    private static final Duration CATCHING_UP = Duration.ofSeconds(5);

    private static final int MOST_WAITS = 720;
    private final Topology topology;
    private final Task.StandbyReplacement task;
    private final ServerAccess access;
    private final CopyBounds bounds;
    private final PublishedStandby published;
    private final ReplacementEntry entry;
    private final Pair pair;
    private final Server server;
    private final Account operator;
    private final PairLink link;
    private final WorkMark work;
    private final long begun = System.nanoTime();
    private int databases;
    private long rows;

    StandbyReplacement(
            Topology topology,
            Task.StandbyReplacement task,
            ServerAccess access,
            CopyBounds bounds,
            PublishedStandby published,
            ReplacementEntry entry)
            throws ReplacementRefused {
        this.topology = topology;
        this.task = task;
        this.access = access;
        this.bounds = bounds;
        this.published = published;
        this.entry = entry;
        this.pair = topology.pair(task.pair())
                .orElseThrow(() -> new ReplacementRefused("the topology has no pair " + task.pair() + " (SHOW PAIRS)"));
        this.server = topology.server(task.with())
                .orElseThrow(() -> new ReplacementRefused("the topology has no server " + task.with()));
        this.operator = topology.account(Account.OPERATOR)
                .orElseThrow(() -> new ReplacementRefused(
                        "the topology names no account " + Account.OPERATOR + ", which this needs"));
        this.link = new PairLink(
                access,
                topology,
                operator,
                "RESUME OPERATION " + entry.operation().number());
        this.work = entry.work();
    }

    Replaced run() throws SQLException, ReplacementRefused {
        try (ServerConnection primary = login(pair.primary()).open(LONGEST_ANSWER);
                ServerConnection next = login(server).open(LONGEST_ANSWER)) {
            next.takeOver(work, ReplacementEntry.LAST_STATEMENT);
            if (!isStandby(server.name())) {
                requireRoles();
                provide(primary, next);
                verify();
                entry.step("publishing");
                published.replace(task.old(), server, primary(), topology.generation());
            }
            return joined(primary);
        }
    }

    private String primary() {
        return pair.primary().name();
    }

    private boolean isStandby(String name) {
        return pair.standby().map(Server::name).filter(name::equals).isPresent();
    }

    private void requireRoles() throws ReplacementRefused {
        NewServerCheck.unused(topology, server.name());
        if (!pair.standby().map(Server::name).orElse("").equals(task.old())) {
            throw new ReplacementRefused(
                    "pair " + pair.name() + " has another standby by now (SHOW PAIRS): CANCEL OPERATION "
                            + entry.operation().number() + ", and look which server shall be replaced");
        }
    }

    // --- the new server gets everything

    private void provide(ServerConnection primary, ServerConnection next) throws SQLException, ReplacementRefused {
        boolean follows = entry.mayHaveCopied() && next.replication().configured();
        if (!follows) {
            if (entry.mayHaveCopied()) {
                // An attempt that died in the middle of its copy has left it open for the operator.
                next.fence(LOCKS);
            }
            new NewServerCheck(topology, access, pair, server, primary, next).run(entry.mayHaveCopied());
            copy(primary, next);
        }
        if (!next.replication().isRunning()) {
            // Also one that an attempt has told whom to follow, and not to begin: it goes on from where it stands.
            link.follow(next, pair.primary());
        }
        entry.step("catching up");
        awaitApplied(primary, next);
    }

    /**
     * From the standby, if it follows, so that the primary has nothing of it. Every connection to the new server was
     * opened before the journal was written for the last time: whoever goes on with this writes there first, and ends
     * them then.
     */
    private void copy(ServerConnection primary, ServerConnection next) throws SQLException, ReplacementRefused {
        Server source = source(primary);
        List<String> all;
        try (ServerConnection names = login(source).open(LONGEST_ANSWER)) {
            all = names.userDatabases();
        }
        // What an earlier attempt has left; before the first nothing was there.
        List<String> left = new ArrayList<>(next.userDatabases());
        left.removeAll(all);
        if (!left.isEmpty()) {
            throw new ReplacementRefused(next + " has databases that the pair hasn't, such as " + left.getFirst()
                    + ": drop them there if nobody needs them, and RESUME OPERATION "
                    + entry.operation().number());
        }
        entry.copying();
        next.execute(next.dialect().openForOperator());
        DatabaseCopy.discardUnlogged(next, next.userDatabases());
        try (Snapshot snapshot = Snapshot.openToFollow(login(source), all, LOCKS);
                ServerLoad load = new ServerLoad(bounds.mostRunning(), List.of(login(source)))) {
            CopyControl control = new CopyControl() {
                private String progress = "";

                @Override
                public boolean isCancelled() {
                    return !entry.goesOn(progress);
                }

                @Override
                public boolean mayBegin() {
                    return entry.goesOnNow(progress);
                }

                /** By then another proxy may work on it. */
                @Override
                public boolean mayDiscard() {
                    return false;
                }

                @Override
                public Optional<String> mustWait() {
                    return load.reason();
                }

                @Override
                public void progressed(CopyProgress now) {
                    progress = now.toString();
                }
            };
            ServerLogin target = new ServerLogin(access, server, operator, Optional.of(work));
            CopyProgress copied = new DatabaseCopy(snapshot, target, bounds.speed(), control, false).run();
            databases = all.size();
            rows = copied.rows();
            new NewServerAccounts(access, topology, pair, server).make(next);
            next.fence(LOCKS);
            next.execute(next.dialect().standAt(snapshot.position()));
        } catch (CopyRefused | CopyBroken e) {
            throw new ReplacementRefused(e.getMessage() + fencedAgain(next));
        }
    }

    private static String fencedAgain(ServerConnection next) {
        try {
            next.fence(LOCKS);
            return "";
        } catch (SQLException e) {
            return "; " + next + " may still let administrators write: " + e.getMessage();
        }
    }

    /** What the standby has of its own would come with a copy of it. */
    private Server source(ServerConnection primary) {
        if (pair.standby().isPresent()) {
            try (ServerConnection standby = login(pair.standby().get()).open(LONGEST_ANSWER)) {
                if (standby.replication().isRunning()
                        && standby.newerThan(primary).isEmpty()) {
                    return pair.standby().get();
                }
            } catch (SQLException e) {
                // It may be the reason for which it is replaced.
            }
        }
        return pair.primary();
    }

    private void awaitApplied(ServerConnection primary, ServerConnection next) throws SQLException, ReplacementRefused {
        Position wanted = primary.position();
        for (int wait = 0; wait < MOST_WAITS; wait++) {
            if (next.awaitPosition(wanted, CATCHING_UP)) {
                return;
            }
            ReplicationHealth health = next.replication();
            if (!health.isRunning()) {
                throw new ReplacementRefused(next + " doesn't follow " + primary + ": " + health.lastError()
                        + "; mend that and RESUME OPERATION "
                        + entry.operation().number());
            }
            entry.step("catching up");
        }
        throw new ReplacementRefused(next + " has not caught up: RESUME OPERATION "
                + entry.operation().number() + " waits again");
    }

    private void verify() throws SQLException, ReplacementRefused {
        entry.step("comparing it with the primary");
        List<String> differences = new ArrayList<>();
        try (ServerConnection names = login(pair.primary()).open(LONGEST_ANSWER)) {
            differences.addAll(PairDatabases.differences(
                    access,
                    operator,
                    new Pair(pair.name(), pair.primary(), Optional.of(server)),
                    names.userDatabases(),
                    () -> !entry.goesOn("comparing it with the primary")));
        }
        if (!differences.isEmpty()) {
            throw new ReplacementRefused(server.name() + " isn't equal to " + primary() + ": "
                    + String.join("; ", differences.subList(0, Math.min(3, differences.size())))
                    + "; CANCEL OPERATION " + entry.operation().number() + " drops the copy");
        }
    }

    // --- it takes the place

    /** Each follows the other, and the old standby nobody. */
    private Replaced joined(ServerConnection primary) throws SQLException, ReplacementRefused {
        entry.step("letting the primary follow it");
        link.followStandby(primary, server);
        String note = task.old().isEmpty() ? "" : old();
        Pair now = new Pair(pair.name(), pair.primary(), Optional.of(server), pair.held());
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return new Replaced(now, databases, rows, took, published.generation(), note);
    }

    private String old() {
        Optional<Server> old = topology.server(task.old());
        if (old.isEmpty()) {
            return "";
        }
        try (ServerConnection left = login(old.get()).open(LONGEST_ANSWER)) {
            left.forgetSource();
            return "";
        } catch (SQLException e) {
            return task.old() + " can't be told to follow no more: keep it off, or let it forget its source ("
                    + e.getMessage() + ")";
        }
    }

    private ServerLogin login(Server which) {
        return link.login(which);
    }
}
