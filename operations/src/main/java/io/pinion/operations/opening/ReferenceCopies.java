package io.pinion.operations.opening;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.StandbyLag;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.rows.Following;
import io.pinion.operations.transfer.rows.ImportComparison;
import io.pinion.operations.transfer.rows.ImportData;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Brings the rows of reference tables to new shards as those of an import: in parts, and then what clients write
 * meanwhile by the binary log. Blocks; one attempt's, for one thread.
 */
final class ReferenceCopies {
    private static final String COPYING = "copying reference tables";

    /** How long a server may take for an answer while clients go on, and while they wait. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final Duration HURRIED = Duration.ofSeconds(2);

    /** Behind the first, what had been written by then has come, and behind the second what was written meanwhile. */
    private static final int LOOKS = 2;

    /** A change of another table of the lowest shard ends the following of the binary log, too. */
    private static final int ATTEMPTS = 3;

    private final Task.Opening task;
    private final RunningOperation operation;
    private final OperationServices services;
    private final OpeningTimeouts timeouts;

    /** Empty before all new shards have their rows. */
    private Optional<Copied> copied = Optional.empty();

    /** @param places up to which the new shards have all changes, by the names of servers */
    private record Copied(ReferenceRoute route, ImportData data, Map<String, SourcePlace> places) {}

    ReferenceCopies(
            Task.Opening task, RunningOperation operation, OperationServices services, OpeningTimeouts timeouts) {
        this.task = task;
        this.operation = operation;
        this.services = services;
        this.timeouts = timeouts;
    }

    /** Refuses tables whose rows can't be carried exactly, and servers whose binary log doesn't have each change. */
    static void check(OperationServices services, Topology now, Keyspace.Sharded keyspace, Task.Opening task)
            throws SQLException, OperationRefused {
        if (!ReferenceRoute.tablesOf(keyspace).isEmpty()) {
            ReferenceRoute.of(services, now, keyspace, task, Optional.empty())
                    .data(CopyControl.NONE, services.copies().speed(), ANSWER);
        }
    }

    // --- beside clients

    /**
     * Gives the new shards the rows of all reference tables, if there are any, as they nearly are now.
     *
     * @param remade whether databases of theirs were made since the last call
     */
    void copy(Topology now, Keyspace.Sharded keyspace, boolean remade) throws OperationRefused {
        if (ReferenceRoute.tablesOf(keyspace).isEmpty()) {
            return;
        }
        operation.tell(COPYING);
        ReferenceRoute route = ReferenceRoute.of(services, now, keyspace, task, Optional.of(operation.mark()));
        Pair pair = new RequestCheck(now, task).pair();
        try (OpeningServers servers = OpeningServers.open(now, pair, services.access(), timeouts);
                Watch watch = new Watch(clients(route), lag(now, pair, servers))) {
            bring(
                    route,
                    watch,
                    remade || copied.map(Copied::route).filter(route::isAs).isEmpty());
        } catch (OperationRefused | SQLException e) {
            operation.requireMayGoOn();
            throw refused(keyspace, e);
        }
    }

    private static OperationRefused refused(Keyspace.Sharded keyspace, Exception why) {
        return new OperationRefused(
                "the reference tables of " + keyspace.name() + " can't be copied: " + why.getMessage());
    }

    private void bring(ReferenceRoute route, CopyControl control, boolean anew) throws SQLException, OperationRefused {
        boolean again = anew;
        for (int attempt = 1; ; attempt++) {
            ImportData data = route.data(control, services.copies().speed(), ANSWER);
            try {
                if (again) {
                    copyAnew(data, route);
                }
                follow(data, again);
                return;
            } catch (OperationRefused e) {
                operation.requireMayGoOn();
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                again = true;
            }
        }
    }

    private void copyAnew(ImportData data, ReferenceRoute route) throws SQLException, OperationRefused {
        copied = Optional.empty();
        route.from().takenOver(ANSWER).close();
        try (ServerConnection target = route.to().takenOver(ANSWER)) {
            target.execute(List.of("SET SESSION foreign_key_checks = 0"));
            for (TableName table : route.targets()) {
                empty(target, table);
            }
        }
        Map<String, SourcePlace> beginning = data.beginning(ImportDirection.FORTH);
        data.copy(Map.of(), state -> operation.tellIfMine(COPYING + ": " + state.rows() + " rows of " + state.table()));
        copied = Optional.of(new Copied(route, data, beginning));
    }

    private static void empty(ServerConnection target, TableName table) throws SQLException {
        String rows = "SELECT 1 FROM " + table.quoted() + " LIMIT 1";
        boolean isEmpty = BaseTables.<Boolean, SQLException>holding(
                target.jdbc(), List.of(table), () -> target.firstColumn(rows).isEmpty());
        if (!isEmpty) {
            target.execute(List.of("TRUNCATE TABLE " + table.quoted()));
        }
    }

    /** @param compare whether every row is compared, too */
    private void follow(ImportData data, boolean compare) throws SQLException, OperationRefused {
        Copied last = copied.orElseThrow();
        try (Following following = data.follow(ImportDirection.FORTH, last.places())) {
            for (int look = 0; look < LOOKS; look++) {
                if (!following.catchUpUnlessStalled(data.now(ImportDirection.FORTH), ANSWER)) {
                    throw new OperationRefused("no change of clients was carried within " + ANSWER.toSeconds() + " s");
                }
            }
            if (compare) {
                requireEqual(data.compare(ImportDirection.FORTH, following));
            }
            copied = Optional.of(new Copied(last.route(), data, following.applied()));
        }
    }

    private static void requireEqual(ImportComparison.Result result) throws OperationRefused {
        if (!result.differences().isEmpty()) {
            ImportComparison.Difference first = result.differences().getFirst();
            throw new OperationRefused(
                    result.differences().size() + " rows differ, the first is " + first.row() + ", " + first.what());
        }
    }

    /** The servers whose clients must not feel it. */
    private static List<ServerLogin> clients(ReferenceRoute route) {
        return Stream.of(route.from(), route.to())
                .map(server -> server.rows().unmarked())
                .distinct()
                .toList();
    }

    private List<StandbyLag> lag(Topology now, Pair pair, OpeningServers servers) throws OperationRefused {
        Account operator = OperationServices.operator(now);
        return pair.standby().stream()
                .map(standby -> new StandbyLag(
                        pair.name(), servers.primary(), new ServerLogin(services.access(), standby, operator)))
                .toList();
    }

    private final class Watch extends CopyOfOperation {
        Watch(List<ServerLogin> servers, List<StandbyLag> standbys) {
            super(operation, services, servers, standbys);
        }

        @Override
        public void progressed(CopyProgress now) {
            operation.tellIfMine(COPYING
                    + (now.waitsFor().isEmpty() ? ": " + now.rows() + " rows compared" : "; waits: " + now.waitsFor()));
        }
    }

    // --- while statements wait

    /** Logs in for what is left, on servers that answer soon or not at all. The caller closes it. */
    LastChanges last(Keyspace.Sharded keyspace) throws OperationRefused {
        Copied last = copied.orElseThrow();
        try {
            ServerConnection source = last.route().from().rows().open(HURRIED);
            try {
                source.execute(List.of("SET SESSION lock_wait_timeout=1"));
                HoldDeadline deadline = new HoldDeadline();
                ImportData data = last.data().hurried(deadline, HURRIED);
                return new LastChanges(
                        source,
                        last.route().sources(),
                        data,
                        data.follow(ImportDirection.FORTH, last.places()),
                        deadline);
            } catch (SQLException | OperationRefused e) {
                source.close();
                throw e;
            }
        } catch (SQLException e) {
            throw refused(keyspace, e);
        }
    }
}
