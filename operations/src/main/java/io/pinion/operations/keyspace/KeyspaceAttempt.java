package io.pinion.operations.keyspace;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.opening.OpeningServers;
import io.pinion.operations.opening.OpeningTimeouts;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One attempt to make a keyspace, from wherever an earlier one has ended. Blocks. */
final class KeyspaceAttempt implements Attempt<Done> {
    private final OperationServices services;
    private final KeyspaceShape shape;
    private final RunningOperation operation;
    private final TopologyChange change;
    private final ShardConnections connections;
    private long generation;
    private String note = "";

    KeyspaceAttempt(OperationServices services, KeyspaceShape shape, RunningOperation operation) {
        this.services = services;
        this.shape = shape;
        this.operation = operation;
        this.change = new TopologyChange(services, operation.lock());
        this.connections = new ShardConnections(services.running(), services.access());
    }

    RunningOperation operation() {
        return operation;
    }

    // --- forth

    /** Refused where the topology can't get it, or a server has databases of its names. */
    void check() throws OperationRefused {
        Topology now = change.stored();
        new KeyspaceCheck(now, shape).run();
        for (ShardRange range : shape.ranges()) {
            // Refuses a primary that takes no writes, and a standby that doesn't replicate.
            servers(now, range).close();
            try (KeyspaceDatabases databases = databases(range)) {
                databases.requireTexts(shape);
                if (shape.databases().isPresent()) {
                    databases.requireNone();
                }
            } catch (SQLException e) {
                throw unasked(range, e);
            }
        }
    }

    void make() throws OperationRefused {
        for (ShardRange range : shape.ranges()) {
            try (KeyspaceDatabases databases = databases(range)) {
                databases.takeOver(operation.mark());
                databases.make(operation, shape::createDatabase);
            } catch (SQLException e) {
                throw unasked(range, e);
            }
        }
    }

    void awaitStandbys() throws OperationRefused {
        Topology now = services.topology();
        for (ShardRange range : shape.ranges()) {
            try (OpeningServers servers = servers(now, range)) {
                servers.awaitStandby(OpeningTimeouts.DEFAULT.standby());
            }
        }
    }

    void publish() throws OperationRefused {
        Topology now = change.store(
                before -> before.keyspaces().containsKey(shape.name()) ? before : before.withNewKeyspace(shape.entry()),
                this::has,
                "the topology has another keyspace " + shape.name() + " by now (SHOW KEYSPACES): CANCEL OPERATION "
                        + operation.number() + " drops the databases that were made");
        generation = now.generation();
    }

    boolean isPublished() throws OperationRefused {
        Topology now = change.stored();
        generation = now.generation();
        return operation.mayHaveBegun(KeyspaceWorkflow.PUBLISHING) && has(now);
    }

    /** Clients may have made tables in it by now. */
    private boolean has(Topology topology) {
        Keyspace there = topology.keyspaces().get(shape.name());
        return there != null && DroppedKeyspace.of(there).equals(DroppedKeyspace.of(shape.entry()));
    }

    private OpeningServers servers(Topology now, ShardRange range) throws OperationRefused {
        Pair pair = OperationServices.pair(now, range.pair());
        return OpeningServers.open(now, pair, services.access(), OpeningTimeouts.DEFAULT);
    }

    private KeyspaceDatabases databases(ShardRange range) throws SQLException {
        ShardConnection primary = connections.open(range.pair(), Account.DATA, List.of());
        return new KeyspaceDatabases(primary, shape::database, range);
    }

    private static OperationRefused unasked(ShardRange range, SQLException why) {
        return new OperationRefused("the primary of pair " + range.pair() + " can't be asked: " + why.getMessage());
    }

    // --- back

    void requireUnpublished() throws OperationRefused {
        if (isPublished()) {
            throw new OperationRefused("the topology has keyspace " + shape.name() + " already: RESUME OPERATION "
                    + operation.number() + ", and DROP KEYSPACE " + shape.name() + " if nobody needs it");
        }
        change.outdateOlderWriters();
    }

    /** Drops what was made and is empty. A database of a keyspace that isn't sharded may have been there before. */
    void dropMade() throws OperationRefused {
        if (shape.databases().isEmpty()) {
            return;
        }
        ShardSet done = operation.progress().done();
        ShardSet begun = operation.progress().begun();
        List<String> kept = new ArrayList<>();
        for (ShardRange range : shape.ranges()) {
            try (KeyspaceDatabases databases = databases(range)) {
                databases.takeOver(operation.mark());
                kept.addAll(databases.drop(operation, shard -> done.has(shard) || begun.has(shard)));
            } catch (SQLException e) {
                throw unasked(range, e);
            }
        }
        if (!kept.isEmpty()) {
            note = "not dropped, since they have tables: " + String.join(", ", kept);
        }
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedChecks() throws OperationRefused {
        check();
        return List.of();
    }

    List<PlannedAction> plannedMaking() {
        return shape.ranges().stream()
                .map(range -> new PlannedAction(
                        "primary of pair " + range.pair(),
                        shape.createDatabase(range.first()),
                        range.size() == 1
                                ? "its database"
                                : "and " + (range.size() - 1) + " more, to " + shape.database(range.last())))
                .toList();
    }

    List<PlannedAction> plannedPublishing() {
        return List.of(new PlannedAction(
                "topology", "keyspaces." + shape.name(), "clients see it: tables come by CREATE TABLE"));
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
