package io.pinion.operations.pair;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.server.Failures;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.standby.Obstacle;
import io.pinion.operations.standby.Obstacle.Kind;
import io.pinion.routing.catalog.OwnDatabases;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One attempt to take a pair out of the topology. Blocks. */
final class DropAttempt implements Attempt<PairDropped> {
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** MySQL's ER_BAD_DB_ERROR and ER_NO_SUCH_TABLE. */
    private static final List<Integer> MISSING = List.of(1049, 1146);

    private final OperationServices services;
    private final PairRemoval task;
    private final TopologyChange change;
    private final Optional<Pair> pair;
    private Topology topology;

    DropAttempt(OperationServices services, PairRemoval task, RunningOperation operation) {
        this.services = services;
        this.task = task;
        this.topology = services.topology();
        this.pair = topology.pair(task.pair());
        this.change = TopologyChange.of(services, operation);
    }

    boolean isGone() {
        return topology.pair(task.pair()).isEmpty();
    }

    void check() throws OperationRefused {
        List<Obstacle> uses = new PairUse(topology, task.pair())
                .words().stream().map(Kind.USAGE::of).toList();
        Obstacle.requireNone(uses);
        if (pair.isPresent() && !task.force()) {
            requireNoTransactions(pair.get().primary());
        }
    }

    /** Without the pair no proxy would end its prepared transactions, or those that it has decided on other pairs. */
    private void requireNoTransactions(Server primary) throws OperationRefused {
        ServerLogin login = new ServerLogin(services.access(), primary, OperationServices.operator(topology));
        try (ServerConnection server = login.open(ANSWER)) {
            int open = server.preparedBranches() + decisions(server);
            if (open > 0) {
                throw Obstacle.refusal(List.of(Kind.USAGE.of(server + " has " + open
                        + " prepared transactions or decisions of two-phase commits (SHOW XA BRANCHES), which proxies end"
                        + " within minutes: try again then")));
            }
        } catch (SQLException e) {
            Kind kind = Failures.isDenied(e) ? Kind.LOGIN : Kind.UNREACHABLE;
            throw Obstacle.refusal(List.of(kind.of(login + " can't be asked whether it has prepared transactions: "
                    + e.getMessage() + "; if it is gone, or isn't Pinion's any more, DROP PAIR " + task.pair()
                    + " FORCE doesn't ask")));
        }
    }

    private static int decisions(ServerConnection server) throws SQLException {
        TableName table = new TableName(OwnDatabases.PINION, OwnDatabases.DECISIONS);
        try {
            return BaseTables.holding(server.jdbc(), List.of(table), () -> server.firstColumn(
                            "SELECT 1 FROM " + table.quoted() + " WHERE outcome = 'committed'")
                    .size());
        } catch (SQLException e) {
            if (MISSING.contains(e.getErrorCode())) {
                return 0;
            }
            throw e;
        }
    }

    void publish() throws OperationRefused {
        topology = change.store(
                task::outOf,
                now -> now.pair(task.pair()).isEmpty(),
                "pair " + task.pair() + " is in use by now: "
                        + String.join("; ", new PairUse(services.topology(), task.pair()).words()));
    }

    @Override
    public PairDropped answer() {
        return new PairDropped(
                task.pair(),
                pair.map(gone -> gone.primary().name()).orElse(""),
                pair.flatMap(Pair::standby).map(Server::name).orElse(""),
                topology.generation(),
                note());
    }

    @Override
    public String note() {
        return isGone()
                ? "its servers are left as they are, with their data, their replication and Pinion's accounts"
                : "";
    }
}
