package io.pinion.operations.keyspace;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One attempt to take an empty keyspace away. Blocks. */
final class DropKeyspaceAttempt implements Attempt<Done> {
    /** How long proxies may take to forget the keyspace, before its databases are dropped all the same. */
    private static final Duration ADOPTION = Duration.ofSeconds(15);

    private final OperationServices services;
    private final DroppedKeyspace task;
    private final RunningOperation operation;
    private final TopologyChange change;
    private final ShardConnections connections;
    private long generation;
    private String note = "";

    DropKeyspaceAttempt(OperationServices services, DroppedKeyspace task, RunningOperation operation) {
        this.services = services;
        this.task = task;
        this.operation = operation;
        this.change = new TopologyChange(services, operation.lock());
        this.connections = new ShardConnections(services.running(), services.access());
    }

    /** Refused when the keyspace has tables, in the topology or on any server. */
    void check() throws OperationRefused {
        Keyspace keyspace = change.stored().keyspaces().get(task.keyspace());
        if (keyspace == null || !DroppedKeyspace.of(keyspace).equals(task)) {
            throw new OperationRefused("keyspace " + task.keyspace() + " has changed: look at it (SHOW KEYSPACES)");
        }
        if (keyspace instanceof Keyspace.Sharded sharded && !sharded.tables().isEmpty()) {
            throw hasTables(sharded.tables().keySet().iterator().next());
        }
        for (ShardRange range : task.ranges()) {
            try (KeyspaceDatabases databases = databases(range)) {
                Set<String> used = databases.withTables();
                if (!used.isEmpty()) {
                    throw hasTables("those of " + used.iterator().next() + " on pair " + range.pair());
                }
            } catch (SQLException e) {
                throw unasked(range, e);
            }
        }
    }

    private OperationRefused hasTables(String which) {
        return new OperationRefused("keyspace " + task.keyspace() + " has tables, such as " + which
                + ": DROP TABLE each of them first; a keyspace is dropped when nothing is in it");
    }

    boolean isForgotten() throws OperationRefused {
        return operation.mayHaveBegun(DropKeyspaceWorkflow.FORGETTING)
                && !change.stored().keyspaces().containsKey(task.keyspace());
    }

    /** Answers once no proxy plans statements for it. */
    void forget() throws OperationRefused {
        Topology now = change.store(
                before -> before.withoutKeyspace(task.keyspace()),
                after -> !after.keyspaces().containsKey(task.keyspace()),
                "the topology still has it");
        generation = now.generation();
        operation.tell("waiting until all proxies know that");
        services.proxies().awaitAll(ADOPTION, proxy -> proxy.served() >= generation);
    }

    void requireNotForgotten() throws OperationRefused {
        if (isForgotten()) {
            throw new OperationRefused("the topology has forgotten it already: RESUME OPERATION " + operation.number()
                    + " drops its databases");
        }
        change.outdateOlderWriters();
    }

    /** A table that somebody has made meanwhile keeps its database. */
    void drop() throws OperationRefused {
        List<String> kept = new ArrayList<>();
        for (ShardRange range : task.ranges()) {
            try (KeyspaceDatabases databases = databases(range)) {
                databases.takeOver(operation.mark());
                kept.addAll(databases.drop(operation, shard -> true));
            } catch (SQLException e) {
                throw unasked(range, e);
            }
        }
        if (!kept.isEmpty()) {
            note = "not dropped, since they have tables by now: " + String.join(", ", kept);
        }
    }

    private KeyspaceDatabases databases(ShardRange range) throws SQLException {
        return new KeyspaceDatabases(connections.open(range.pair(), Account.DATA, List.of()), task::database, range);
    }

    private static OperationRefused unasked(ShardRange range, SQLException why) {
        return new OperationRefused("the primary of pair " + range.pair() + " can't be asked: " + why.getMessage());
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedChecks() throws OperationRefused {
        check();
        return List.of();
    }

    List<PlannedAction> plannedForgetting() {
        return List.of(new PlannedAction("topology", "no keyspaces." + task.keyspace(), "clients see it no more"));
    }

    List<PlannedAction> plannedDrop() {
        return task.ranges().stream()
                .map(range -> new PlannedAction(
                        "primary of pair " + range.pair(),
                        "DROP DATABASE " + task.database(range.first()),
                        range.size() == 1
                                ? "its database"
                                : "and " + (range.size() - 1) + " more, to " + task.database(range.last())))
                .toList();
    }

    // --- its end

    @Override
    public Done answer() {
        return Done.of(operation.number(), generation, note);
    }

    @Override
    public String note() {
        return note;
    }

    @Override
    public void close() {}
}
